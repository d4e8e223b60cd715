package dev.headroom.run.figures;

import org.HdrHistogram.Histogram;

/**
 * Completion times and slowdowns of any number of flows in fixed memory, three significant digits,
 * by power of ten of size.
 */
final class FlowHistograms {
  /** Slowdown is counted in thousandths. */
  static final double SLOWDOWN_UNIT = 1e-3;

  /** Completion time is counted in nanoseconds. */
  static final double FCT_UNIT = 1e3;

  private final Histogram[] fct = new Histogram[SizeRanges.DECADES.count()];
  private final Histogram[] slowdown = new Histogram[SizeRanges.DECADES.count()];

  FlowHistograms() {
    for (int i = 0; i < fct.length; i++) {
      fct[i] = new Histogram(3);
      slowdown[i] = new Histogram(3);
    }
  }

  void add(long bytes, long fctPs, double ratio) {
    int range = SizeRanges.DECADES.of(bytes);
    fct[range].recordValue(Math.round(fctPs / FCT_UNIT));
    slowdown[range].recordValue(Math.round(ratio / SLOWDOWN_UNIT));
  }

  Distribution fct(int range) {
    return Distribution.of(fct[range], FCT_UNIT);
  }

  Distribution slowdown(int range) {
    return Distribution.of(slowdown[range], SLOWDOWN_UNIT);
  }

  Distribution fct() {
    return Distribution.of(joined(fct), FCT_UNIT);
  }

  Distribution slowdown() {
    return Distribution.of(joined(slowdown), SLOWDOWN_UNIT);
  }

  private static Histogram joined(Histogram[] parts) {
    Histogram all = new Histogram(3);
    for (Histogram part : parts) {
      all.add(part);
    }
    return all;
  }
}
