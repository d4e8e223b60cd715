package dev.headroom.app.toy;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.unit.setting.Setting;
import java.util.Set;

/** A share of the line, whatever happens. */
public final class ToyControl extends Controller {
  /** Its line in a list of controls. */
  static final ControlType CONTROL = ControlType.of("toy", Settings.class, ToyControl::new);

  /**
   * @param share of the line
   */
  public record Settings(
      @Setting(
              key = "congestion.toy.share",
              fallback = "0.5",
              least = "0.01",
              most = "1",
              means = "share of the line that a flow takes",
              source = "none: it is a toy")
          double share) {}

  private final long rateBps;

  public ToyControl(Settings settings, Path path) {
    rateBps = (long) (settings.share() * path.lineBps());
  }

  @Override
  public Set<Signal> watches() {
    return Set.of();
  }

  @Override
  public long rateBps(long nowPs) {
    return rateBps;
  }
}
