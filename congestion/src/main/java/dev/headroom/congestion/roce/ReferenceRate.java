package dev.headroom.congestion.roce;

import dev.headroom.congestion.Path;

/**
 * Reference rate of HPCC: {@code ComputeWind} of algorithm 1 (Li et al., SIGCOMM 2019), of rates
 * instead of windows, W = R T. Every report sets the rate anew from the reference, and only a
 * report on packets that were all sent under the present reference moves that, so that reports on
 * the same queue are not reacted to twice.
 *
 * <pre>
 *   U &gt;= eta or stage &gt;= maxStage: R = Rc/(U/eta) + Rai; when updating, stage = 0,  Rc = R
 *   else:                          R = Rc + Rai;         when updating, stage += 1, Rc = R
 * </pre>
 *
 * Rates are whole bits per second, cut as the authors' simulator ({@code rdma-hw.cc}) cuts them.
 */
final class ReferenceRate {
  private final HpccSettings settings;
  private final long leastBps;
  private final long lineBps;

  private long referenceBps;
  private int stage;

  public ReferenceRate(HpccSettings settings, Path path) {
    this.settings = settings;
    lineBps = path.lineBps();
    leastBps = Math.min(lineBps, settings.minBps());
    referenceBps = lineBps;
  }

  /** Rc, in bits per second. */
  long bps() {
    return referenceBps;
  }

  /**
   * The rate that a report makes, in bits per second.
   *
   * @param load U, bytes in flight on the busiest link over what fills it
   * @param update whether this is the first report on what the present reference let out
   */
  long react(double load, boolean update) {
    double over = load / settings.eta();
    boolean multiply = over >= 1 || stage >= settings.maxStage();
    long from = multiply ? settings.cast().bps(referenceBps / over, lineBps) : referenceBps;
    long bps = Math.max(leastBps, Math.min(from + settings.aiBps(), lineBps));
    if (update) {
      stage = multiply ? 0 : stage + 1;
      referenceBps = bps;
    }
    return bps;
  }
}
