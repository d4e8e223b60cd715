package dev.headroom.congestion.roce;

import dev.headroom.congestion.Path;

/**
 * TIMELY: Mittal et al., "TIMELY: RTT-based Congestion Control for the Datacenter", SIGCOMM 2015,
 * algorithm 1; as Zhu et al., "ECN or Delay", CoNEXT 2016, restate it.
 *
 * <pre>
 *   completion of a segment, with its RTT:
 *     d = (1 - a) d + a (RTT - RTT');  gradient = d/Dmin
 *     RTT &lt; Tlow:     R = R + delta
 *     RTT &gt; Thigh:    R = R (1 - beta (1 - Thigh/RTT))
 *     gradient &lt;= 0:  R = R + N delta,  N = 5 from the fifth in a row, else 1
 *     else:           R = R (1 - beta gradient)
 * </pre>
 *
 * Any R of the flows that add up to the line with any queue between the thresholds leave every
 * gradient 0: there is no one fixed point, and shares stay where they happen to be ("ECN or Delay",
 * section 4.2). {@link PatchedTimely} has one.
 *
 * <p>A segment ends with the ACK that brings the bytes acknowledged to its size, and its RTT is
 * that ACK's; two changes are at least Dmin apart (the paper scales a change by the time since the
 * last instead). The rate is spread over packets; the paper paces whole segments.
 */
public final class Timely extends RttGradient {
  private final TimelySettings settings;
  private int fallsInARow;

  public Timely(TimelySettings settings, Path path) {
    super(settings, path);
    this.settings = settings;
  }

  @Override
  double between(double bps, double gradient, double rttPs) {
    if (gradient > 0) {
      fallsInARow = 0;
      return bps * (1 - settings.beta() * gradient);
    }
    fallsInARow++;
    boolean hyper = fallsInARow >= settings.hyperAfter();
    return bps + (double) (hyper ? settings.hyperBps() : settings.deltaBps());
  }
}
