package dev.headroom.sim.tcp;

/**
 * Retransmission timeout (RTO) of a sender: the wait for an ACK before it takes everything for lost
 * (RFC 6298).
 *
 * <pre>
 *   first sample R     SRTT = R, V = R/2
 *   every other        V = 3/4 V + 1/4 |SRTT - R|,  SRTT = 7/8 SRTT + 1/8 R
 *   RTO                SRTT + max(4 V, least), doubled with every timeout, at most the most
 *   before a sample    1 s
 * </pre>
 *
 * The least is a floor under 4 V and not under the sum, as in Linux ({@code tcp_set_rto}, {@code
 * tcp_rtt_estimator}: 200 ms); the RFC has a second under the sum. A timeout's doubling lasts until
 * the next sample, and segments that were sent twice give none (Karn). Left out: what Linux does to
 * let V fall no faster than once a round trip.
 */
final class RetransmissionTimeout {
  private static final long INITIAL_PS = 1_000_000_000_000L;
  private static final long MOST_PS = 120_000_000_000_000L;

  private final long leastPs;
  private long smoothedPs = -1;
  private long variationPs;
  private int doublings;

  /**
   * @param leastPs floor under four times the variation, over 0
   */
  RetransmissionTimeout(long leastPs) {
    this.leastPs = leastPs;
  }

  void sample(long rttPs) {
    if (smoothedPs < 0) {
      smoothedPs = rttPs;
      variationPs = rttPs / 2;
    } else {
      variationPs += (Math.abs(smoothedPs - rttPs) - variationPs) / 4;
      smoothedPs += (rttPs - smoothedPs) / 8;
    }
    doublings = 0;
  }

  /** The timer ran out. */
  void backOff() {
    doublings++;
  }

  /** Timeouts since the last sample. */
  int doublings() {
    return doublings;
  }

  /** The mean round trip, in picoseconds; -1 before the first sample. */
  long smoothedPs() {
    return smoothedPs;
  }

  /** The floor under four times the variation. */
  long leastPs() {
    return leastPs;
  }

  /** What to wait now, in picoseconds. */
  long ps() {
    long once = smoothedPs < 0 ? INITIAL_PS : smoothedPs + Math.max(4 * variationPs, leastPs);
    int shift = Math.min(doublings, 20);
    return Math.min(MOST_PS, once << shift);
  }
}
