package dev.headroom.sim.tcp;

/**
 * Tail loss probe, which finds out before the timeout whether the end of a flight was lost: TLP
 * (RFC 8985, section 7). After two round trips without an ACK one more segment is sent, a new one
 * or else the last one again, whatever the window; its ACK shows what is missing.
 *
 * <pre>
 *   due   2 SRTT after the last of the flight, and more where an ACK may be delayed:
 *         of one segment the least timeout, of several what the settings say;
 *         never after the timeout, and one probe at a time
 * </pre>
 */
final class TailLossProbe {
  private final boolean enabled;
  private final long slackPs;
  private long atPs = Long.MAX_VALUE;
  private boolean wanted;

  /** Where the stream ended when the probe that is under way was sent; -1 if there is none. */
  private long sentUpTo = -1;

  private boolean repeated;

  TailLossProbe(TcpSettings settings) {
    enabled = settings.retries().tailProbe();
    slackPs = settings.retries().probeSlackPs();
  }

  /** When one is due, in picoseconds; {@code Long.MAX_VALUE} if none is. */
  long atPs() {
    return atPs;
  }

  /** Whether the next segment is to be one. */
  boolean isWanted() {
    return wanted;
  }

  /**
   * Something was sent or acknowledged while nothing is known to be lost: waits anew, if there is
   * anything to wait for.
   *
   * @param timeoutAtPs when the retransmission timeout is due
   */
  void arm(SegmentScoreboard sent, RetransmissionTimeout timeout, long timeoutAtPs, long nowPs) {
    boolean may =
        enabled
            && sentUpTo < 0
            && !sent.anyLost()
            && sent.selected() == 0
            && sent.inFlightBytes() > 0
            && timeout.smoothedPs() >= 0;
    if (!may) {
      atPs = Long.MAX_VALUE;
      return;
    }
    boolean one = sent.end() - sent.first() == 1;
    long extraPs = one ? timeout.leastPs() : slackPs;
    atPs = Math.min(nowPs + 2 * timeout.smoothedPs() + extraPs, timeoutAtPs);
  }

  /** What is missing is known without one. */
  void disarm() {
    atPs = Long.MAX_VALUE;
  }

  /** It is due now. */
  void expire() {
    atPs = Long.MAX_VALUE;
    wanted = true;
  }

  /** It has left. */
  void sent(long endByte, boolean again) {
    wanted = false;
    sentUpTo = endByte;
    repeated = again;
  }

  /** Everything has arrived: there is nothing to ask. */
  void withdraw() {
    wanted = false;
  }

  /** The timeout came first. */
  void abandon() {
    wanted = false;
    sentUpTo = -1;
  }

  /**
   * Whether a probe that was a repetition has been acknowledged, and was needed: then what it
   * repeated was lost, and the window has to shrink (RFC 8985, section 7.4).
   *
   * @param duplicate whether the receiver says that it had the segment already
   */
  boolean repaired(long ackedUpTo, boolean duplicate) {
    if (sentUpTo < 0 || ackedUpTo < sentUpTo) {
      return false;
    }
    sentUpTo = -1;
    return repeated && !duplicate;
  }
}
