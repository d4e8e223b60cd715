package dev.headroom.congestion.roce;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Signal;
import java.util.Set;

/** Controller without congestion control: always at line rate, whatever is reported. */
public final class LineRateController extends Controller {
  private final long lineBps;

  public LineRateController(long lineBps) {
    this.lineBps = lineBps;
  }

  @Override
  public Set<Signal> watches() {
    return Set.of();
  }

  @Override
  public long rateBps(long nowPs) {
    return lineBps;
  }
}
