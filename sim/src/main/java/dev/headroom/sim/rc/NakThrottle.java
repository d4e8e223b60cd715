package dev.headroom.sim.rc;

/**
 * Throttle of NAKs for a gap in packet sequence numbers: it is reported once, and again after an
 * interval where one is set, since the retransmission takes a while.
 */
final class NakThrottle {
  private final long intervalPs;
  private boolean reported;
  private long lastPs;

  /**
   * @param intervalPs least time between reports of one gap; {@code Long.MAX_VALUE}: one is enough
   */
  NakThrottle(long intervalPs) {
    this.intervalPs = intervalPs;
  }

  /** A packet beyond the gap has come: whether to report it now. */
  boolean isDue(long nowPs) {
    if (reported && nowPs - lastPs < intervalPs) {
      return false;
    }
    report(nowPs);
    return true;
  }

  /** It has been reported, by whatever means. */
  void report(long nowPs) {
    reported = true;
    lastPs = nowPs;
  }

  /** What was missing has come. */
  void close() {
    reported = false;
  }
}
