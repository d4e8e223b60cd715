package dev.headroom.sim.rc;

import dev.headroom.model.choice.CnpTiming;

/**
 * Notification point (NP) of DCQCN, which sends CNPs to the source of data for ECN marks, at most
 * one an interval. {@link CnpTiming} has what becomes of the marks in between.
 */
final class NotificationPoint {
  private final boolean sendsCnps;
  private final long intervalPs;
  private final CnpTiming timing;

  /** When the interval of the last CNP ends. */
  private long nextPs;

  /** Whether a mark waits for the end of the window it came in. */
  private boolean markKept;

  NotificationPoint(EcnFeedbackSettings marks) {
    sendsCnps = marks.cnps();
    intervalPs = marks.cnpIntervalPs();
    timing = marks.cnpTiming();
  }

  /** Whether a packet that has come calls for a CNP, for its own mark or for one before. */
  boolean shouldSendCnp(boolean marked, long nowPs) {
    if ((!marked && !markKept) || !sendsCnps) {
      return false;
    }
    if (nowPs < nextPs) {
      markKept = timing == CnpTiming.WINDOW;
      return false;
    }
    nextPs = beganPs(nowPs) + intervalPs;
    markKept &= marked;
    return true;
  }

  /** When the interval began that the CNP sent now belongs to. */
  private long beganPs(long nowPs) {
    if (markKept) {
      return nextPs; // where the last window ended
    }
    boolean runOn = timing == CnpTiming.SLOTS && nextPs > 0 && intervalPs > 0;
    return runOn ? nowPs - (nowPs - nextPs) % intervalPs : nowPs;
  }
}
