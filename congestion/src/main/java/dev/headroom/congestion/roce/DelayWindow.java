package dev.headroom.congestion.roce;

import dev.headroom.congestion.RangeCheck;

/**
 * Congestion window in packets that delay controls, as in Swift (Kumar et al., SIGCOMM 2020,
 * algorithm 1): it grows while delay is under its target, and shrinks by the excess once a round
 * trip.
 */
final class DelayWindow {
  private final double ai;
  private final double beta;
  private final double mostDecrease;
  private final double least;
  private final double greatest;
  private double packets;
  private long decreasedPs;
  private boolean decreased;

  /**
   * @param ai additive increase, packets an RTT
   * @param beta decrease factor
   * @param mostDecrease most that one decrease takes
   * @param least window, in packets
   * @param greatest window, in packets
   * @param start first window, in packets
   */
  public DelayWindow(
      double ai, double beta, double mostDecrease, double least, double greatest, double start) {
    this.ai = ai;
    this.beta = beta;
    this.mostDecrease = mostDecrease;
    this.least = least;
    this.greatest = greatest;
    packets = RangeCheck.clamp(start, least, greatest);
  }

  double packets() {
    return packets;
  }

  /** An ACK of so many packets; all times in picoseconds. */
  void react(long nowPs, double packetsAcked, double delayPs, double targetPs, double rttPs) {
    if (delayPs < targetPs) {
      double step = ai * packetsAcked;
      set(nowPs, packets + (packets >= 1 ? step / packets : step));
    } else if (mayDecrease(nowPs, rttPs)) {
      double cut = beta * (delayPs - targetPs) / delayPs;
      set(nowPs, packets * Math.max(1 - cut, 1 - mostDecrease));
    }
  }

  /** Takes as much as one decrease may, unless there was one within a round trip. */
  void cut(long nowPs, double rttPs) {
    if (mayDecrease(nowPs, rttPs)) {
      set(nowPs, packets * (1 - mostDecrease));
    }
  }

  /** Falls to the least window. */
  void reset(long nowPs) {
    set(nowPs, least);
  }

  private boolean mayDecrease(long nowPs, double rttPs) {
    return !decreased || nowPs - decreasedPs >= rttPs;
  }

  private void set(long nowPs, double wanted) {
    double now = RangeCheck.clamp(wanted, least, greatest);
    if (now < packets) {
      decreasedPs = nowPs;
      decreased = true;
    }
    packets = now;
  }
}
