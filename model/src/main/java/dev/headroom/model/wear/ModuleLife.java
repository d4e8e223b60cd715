package dev.headroom.model.wear;

import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * Timeline of a link with its modules: its temperature and state in each stage. It follows from the
 * scenario alone, so that a run knows it beforehand.
 *
 * @param link what was told
 * @param stages one after the other, from the start of the run on
 */
public record ModuleLife(WornLink link, List<WearStage> stages) {
  /** Later than any run. */
  static final long NEVER = Long.MAX_VALUE / 4;

  /**
   * Fewer wrong bits than this are none, as of links without wear: IEEE 802.3 asks for no more from
   * 200 Gb/s on.
   */
  private static final double NOTHING = 1e-13;

  static final ReedSolomon CODE = ReedSolomon.KP4;

  public ModuleLife {
    stages = List.copyOf(stages);
  }

  static ModuleLife of(WornLink link) {
    return new ModuleLife(link, new ModuleClock(link).stages());
  }

  /** What a run must know: when the link goes down or comes up, falls to a rate, loses bits. */
  public List<FailureEvent> failures() {
    List<FailureEvent> failures = new ArrayList<>();
    boolean up = true;
    double share = 1;
    double lost = 0;
    for (WearStage stage : stages) {
      Time at = new Time(stage.fromPs());
      if (stage.isUp() != up) {
        up = stage.isUp();
        failures.add(new LinkEvent(at, link.link(), up));
      }
      double shareNow = stage.derated() ? link.settings().get(WearKnobs.DERATE_TO) : 1;
      double residual = CODE.residual(stage.bitErrors());
      double lostNow = residual < NOTHING ? 0 : residual;
      if (up && (shareNow != share || lostNow != lost)) {
        share = shareNow;
        lost = lostNow;
        failures.add(new LinkQuality(at, link.link(), share, lost));
      }
    }
    return failures;
  }

  /** What has come of it by the end of a run. */
  public LinkWear by(long endPs) {
    return LinkWear.of(this, endPs);
  }
}
