package dev.headroom.sim.tcp;

/**
 * Recovery episode after a loss: further losses are part of it until everything is acknowledged
 * that had been sent when the loss was found (RecoveryPoint of RFC 6675, section 5).
 */
final class TcpLossRecovery {
  private boolean underWay;
  private long until;
  private boolean afterTimeout;

  boolean isUnderWay() {
    return underWay;
  }

  /** Whether it began with a timeout, which has cut the window as far as it goes. */
  boolean isAfterTimeout() {
    return afterTimeout;
  }

  /**
   * A loss was found. Returns whether recovery begins with it.
   *
   * @param endByte the first byte never sent
   */
  boolean begin(long endByte) {
    if (underWay) {
      return false;
    }
    underWay = true;
    until = endByte;
    return true;
  }

  /** A timeout: it begins anew. */
  void timedOut(long endByte) {
    underWay = true;
    afterTimeout = true;
    until = endByte;
  }

  /** Ends it if all up to a byte is acknowledged, and that is enough; returns whether it did. */
  boolean endsAt(long firstByte) {
    if (!underWay || firstByte < until) {
      return false;
    }
    underWay = false;
    afterTimeout = false;
    return true;
  }
}
