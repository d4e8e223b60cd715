package dev.headroom.model.wear;

/**
 * Interval in which a link does not change.
 *
 * @param fromPs its beginning
 * @param toPs its end; {@link ModuleLife#NEVER} for the last one
 * @param state whether the link is up
 * @param derated whether it is at the lower rate
 * @param fromC temperature at its beginning
 * @param targetC temperature that it tends to
 * @param bitErrors probability that a bit is wrong before correction, in the middle of it
 */
record WearStage(
    long fromPs,
    long toPs,
    State state,
    boolean derated,
    double fromC,
    double targetC,
    double bitErrors) {

  /** Whether a link carries anything. */
  enum State {
    UP,
    /** Too hot: the module is shut off. */
    HOT,
    /** Too many codewords in a row could not be put right; the link comes up anew. */
    LOST,
    /** It went down too often. */
    DISABLED
  }

  /** How much of it is over by a time. */
  long lastsPs(long byPs) {
    return Math.max(0, Math.min(toPs, byPs) - fromPs);
  }

  boolean isUp() {
    return state == State.UP;
  }
}
