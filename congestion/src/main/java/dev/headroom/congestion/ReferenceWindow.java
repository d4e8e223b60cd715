package dev.headroom.congestion;

/**
 * HPCC's window: {@code ComputeWind} of algorithm 1 (Li et al., SIGCOMM 2019). Every report sets
 * the window anew from a reference, and only a report on packets that were all sent under the
 * present reference moves that, so that reports on the same queue are not reacted to twice.
 *
 * <pre>
 *   U &gt;= eta or stage &gt;= maxStage: W = Wc/(U/eta) + Wai; when updating, stage = 0,  Wc = W
 *   else:                          W = Wc + Wai;         when updating, stage += 1, Wc = W
 * </pre>
 */
final class ReferenceWindow {
  private final HpccSettings settings;
  private final double least;
  private final double most;

  private double reference;
  private double window;
  private int stage;

  ReferenceWindow(HpccSettings settings, Path path) {
    this.settings = settings;
    most = path.bdpBytes();
    least = Math.min(most, Path.bytes((double) settings.minBps(), (double) path.baseRttPs()));
    reference = most;
    window = most;
  }

  /** The window in bytes. */
  double bytes() {
    return window;
  }

  /**
   * @param load U, bytes in flight on the busiest link over what fills it
   * @param update whether this is the first report on what the present reference let out
   */
  void react(double load, boolean update) {
    boolean multiply = load >= settings.eta() || stage >= settings.maxStage();
    // U = 0 would mean an infinite window; the bounds below take care of that.
    double from = multiply ? reference * settings.eta() / load : reference;
    window = Range.clamp(from + settings.aiBytes(), least, most);
    if (update) {
      stage = multiply ? 0 : stage + 1;
      reference = window;
    }
  }
}
