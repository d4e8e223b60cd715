package dev.headroom.sim.ideal;

import java.util.Arrays;

/**
 * Detector of a recurring state of the path between two messages (Brent's cycle finding): one state
 * is kept and compared with those after it, for twice as many messages as the one before.
 */
final class CycleDetector {
  private static final long[] NONE = {};

  private long[] mark = NONE;
  private long markedMessage;
  private long markedPs;
  private long patience = 1;

  void clear() {
    mark = NONE;
    patience = 1;
  }

  /**
   * Whether the state is as it was; if not, it may be the next one to be kept.
   *
   * @param state with times relative to {@code basePs} and packets to those sent; kept as it is
   * @param done messages so far
   */
  boolean recurs(long[] state, long done, long basePs) {
    if (Arrays.equals(state, mark)) {
      return true;
    }
    if (mark.length == 0 || done - markedMessage >= patience) {
      mark = state;
      markedMessage = done;
      markedPs = basePs;
      patience *= 2;
    }
    return false;
  }

  /** Messages from the state that was kept to the one after so many. */
  long messages(long done) {
    return done - markedMessage;
  }

  /** What they took, in picoseconds. */
  long ps(long basePs) {
    return basePs - markedPs;
  }
}
