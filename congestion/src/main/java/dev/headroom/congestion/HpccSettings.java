package dev.headroom.congestion;

/**
 * What both forms of HPCC are set with: Li et al., SIGCOMM 2019, section 3.3.
 *
 * @param eta target load of the busiest link; 0.95. Over 0, to 1
 * @param maxStage additive increases in a row before one multiplicative; 5. 0 or more
 * @param aiBytes Wai, additive increase in bytes; BDP (1-eta)/N for N flows that should leave no
 *     queue: 80 bytes at 100 Gb/s and 13 us for N = 100. 0 or more
 * @param minBps least rate; 100 Mb/s, default of {@code MinRate} in the authors' simulator. Over 0
 */
public record HpccSettings(double eta, int maxStage, double aiBytes, long minBps) {
  public HpccSettings {
    Range.check("eta", eta, Double.MIN_VALUE, 1);
    Range.check("maxStage", maxStage, 0, Integer.MAX_VALUE);
    Range.check("additive increase", aiBytes, 0.0, Double.MAX_VALUE);
    Range.check("least rate", minBps, 1, Long.MAX_VALUE);
  }

  /** The defaults above, with an additive increase meant for 100 flows. */
  public static HpccSettings defaults(Path path) {
    return forFlows(path, 100);
  }

  /**
   * The defaults above.
   *
   * @param flows the most flows on a link that should leave no queue
   */
  public static HpccSettings forFlows(Path path, int flows) {
    double eta = 0.95;
    return new HpccSettings(eta, 5, path.bdpBytes() * (1 - eta) / flows, 100_000_000);
  }
}
