package dev.headroom.congestion;

import java.util.OptionalLong;

/**
 * What both forms of HPCC are set with: Li et al., SIGCOMM 2019, section 3.3, and the choices that
 * the authors' simulator offers beside it.
 *
 * @param eta target load of the busiest link; 0.95. Over 0, to 1
 * @param maxStage additive increases in a row before one multiplicative; 5. 0 or more
 * @param aiBps Rai, additive increase; Wai/T, where Wai = BDP (1-eta)/N for N flows that should
 *     leave no queue: 50 Mb/s at 100 Gb/s for N = 100. 0 or more
 * @param minBps least rate; 100 Mb/s, default of {@code MinRate} in the authors' simulator. Over 0
 * @param fastReact whether every ACK sets the rate, and not only the first of a round trip; true,
 *     as the paper ({@code FAST_REACT})
 * @param perLink whether each link has a reference of its own and the least of their rates counts;
 *     false, as the paper ({@code MULTI_RATE})
 * @param sampled whether, between updates, links without a queue are passed over; false, as the
 *     paper ({@code SAMPLE_FEEDBACK})
 * @param window W at the rate of the line, in bytes; line T as the paper, where it is empty. The
 *     authors' simulator takes the greatest BDP of any two hosts, which is less where NICs outrun
 *     the fabric. 0 is no window: then any queue is endless beside it, and nothing bounds the bytes
 *     in flight ({@code HAS_WIN} 0)
 * @param windowed whether bytes in flight are limited to the window's share R/line; true, as the
 *     paper ({@code VAR_WIN})
 * @param cast what a rate becomes that is endless or no number
 */
public record HpccSettings(
    double eta,
    int maxStage,
    long aiBps,
    long minBps,
    boolean fastReact,
    boolean perLink,
    boolean sampled,
    OptionalLong window,
    boolean windowed,
    RateCast cast) {
  public HpccSettings {
    Range.check("eta", eta, Double.MIN_VALUE, 1);
    Range.check("maxStage", maxStage, 0, Integer.MAX_VALUE);
    Range.check("additive increase", aiBps, 0, Long.MAX_VALUE >> 1);
    Range.check("least rate", minBps, 1, Long.MAX_VALUE);
    Range.check("window", window.orElse(0), 0, Long.MAX_VALUE);
  }

  /** The paper's algorithm. */
  public HpccSettings(double eta, int maxStage, long aiBps, long minBps) {
    this(
        eta,
        maxStage,
        aiBps,
        minBps,
        true,
        false,
        false,
        OptionalLong.empty(),
        true,
        RateCast.LINE);
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
    return new HpccSettings(eta, 5, (long) (path.lineBps() * (1 - eta) / flows), 100_000_000);
  }

  /** W at the rate of the line, in whole bytes as the authors' simulator has it. */
  double fullWindow(Path path) {
    return window.isPresent() ? window.getAsLong() : Math.floor(path.bdpBytes());
  }
}
