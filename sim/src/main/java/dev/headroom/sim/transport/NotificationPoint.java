package dev.headroom.sim.transport;

/**
 * Tells the source of data about ECN marks by CNP, at most one an interval (DCQCN's NP).
 *
 * <p>NVIDIA's setting is a least time between two CNPs. The paper's receiver, and the fluid model
 * with its 1 - (1-p)^(N R) marked intervals out of all, has intervals that follow one another, each
 * with at most one CNP, sent at its first mark.
 */
final class NotificationPoint {
  private final long intervalPs;
  private final boolean runOn;
  private long nextPs;

  NotificationPoint(RcSettings settings) {
    intervalPs = settings.cnpIntervalPs();
    runOn = settings.cnpIntervalsRunOn();
  }

  /** Whether a mark that was just seen is to be told now. */
  boolean mayNotify(long nowPs) {
    if (nowPs < nextPs) {
      return false;
    }
    boolean follows = runOn && nextPs > 0 && intervalPs > 0;
    long began = follows ? nowPs - (nowPs - nextPs) % intervalPs : nowPs;
    nextPs = began + intervalPs;
    return true;
  }
}
