package dev.headroom.congestion;

/**
 * What both forms of TIMELY are set with: Mittal et al., SIGCOMM 2015; values of Zhu et al., "ECN
 * or Delay", CoNEXT 2016, section 4.
 *
 * @param ewmaWeight alpha, weight of the newest RTT difference; 0.875. Over 0, to 1
 * @param beta decrease factor; 0.8, patched 0.008. 0 to 1
 * @param lowPs Tlow, RTT under which the rate rises whatever the gradient; 50 us. Over 0
 * @param highPs Thigh, RTT over which it falls whatever the gradient; 500 us. Over {@code lowPs}
 * @param minRttPs Dmin, what RTT differences are measured in, and least time between two changes;
 *     20 us. Over 0
 * @param deltaBps delta, additive increase; 10 Mb/s. 0 or more
 * @param hyperAfter completions in a row without rising RTT from which more is added; 5. Patched:
 *     unused
 * @param hyperBps what is then added; 5 delta. 0 or more
 * @param segmentBytes bytes acknowledged that make a completion, of which the RTT is taken; 16 KB
 *     (16 to 64). Over 0
 * @param minBps least rate; 10 Mb/s, one delta. Over 0
 * @param startBps rate of the first packet; the line's. TIMELY itself says line/(N+1) for N flows
 *     the host already has
 */
public record TimelySettings(
    double ewmaWeight,
    double beta,
    long lowPs,
    long highPs,
    long minRttPs,
    long deltaBps,
    int hyperAfter,
    long hyperBps,
    long segmentBytes,
    long minBps,
    long startBps) {
  public TimelySettings {
    Range.check("weight of the newest RTT difference", ewmaWeight, Double.MIN_VALUE, 1);
    Range.check("beta", beta, 0.0, 1.0);
    Range.check("Tlow", lowPs, 1, Long.MAX_VALUE);
    Range.check("Thigh", highPs, lowPs, Long.MAX_VALUE);
    Range.check("least RTT", minRttPs, 1, Long.MAX_VALUE);
    Range.check("delta", deltaBps, 0, Long.MAX_VALUE);
    Range.check("completions before hyper increase", hyperAfter, 1, Integer.MAX_VALUE);
    Range.check("hyper increase", hyperBps, 0, Long.MAX_VALUE);
    Range.check("segment", segmentBytes, 1, Long.MAX_VALUE);
    Range.check("least rate", minBps, 1, Long.MAX_VALUE);
    Range.check("first rate", startBps, 1, Long.MAX_VALUE);
  }

  /** The defaults above. */
  public static TimelySettings published(Path path) {
    return with(0.8, path.lineBps());
  }

  /** The defaults above, patched. */
  public static TimelySettings patched(Path path) {
    return with(0.008, path.lineBps());
  }

  private static TimelySettings with(double beta, long startBps) {
    long us = 1_000_000;
    return new TimelySettings(
        0.875,
        beta,
        50 * us,
        500 * us,
        20 * us,
        10_000_000,
        5,
        50_000_000,
        16_000,
        10_000_000,
        startBps);
  }
}
