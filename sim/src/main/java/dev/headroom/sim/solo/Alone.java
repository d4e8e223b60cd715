package dev.headroom.sim.solo;

import dev.headroom.sim.rc.Operation;
import dev.headroom.sim.rc.RcSettings;

/** How long a flow of a transport takes alone on its path. */
@FunctionalInterface
public interface Alone {
  /**
   * Completion time, in picoseconds.
   *
   * @param forth the way of its data
   * @param back the way of its answers, or of what asks for it
   */
  long completionPs(Pipeline forth, Pipeline back, long bytes);

  /** That of a reliable connection. */
  static Alone of(RcSettings rc) {
    return rc.operation() == Operation.READ
        ? (forth, back, bytes) -> new SoloRead(rc, forth, back).completionPs(bytes)
        : (forth, back, bytes) -> new SoloFlow(rc, forth, back).completionPs(bytes);
  }

  /** That of one whose packets are not answered: when its last byte arrives. */
  static Alone unanswered(RcSettings rc) {
    return (forth, back, bytes) -> new SoloFlow(rc, forth, Pipeline.NONE).completionPs(bytes);
  }
}
