package dev.headroom.run.figures;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Mean and percentiles of a set of values, in their unit: p50 to p9999 (50 to 99.99 %) by nearest
 * rank, the least value that at least that share of them does not exceed. All are 0 where there are
 * no values.
 *
 * @param count how many values
 * @param exact whether the percentiles are values of the set; else within 0.1 % of one
 */
public record Distribution(
    long count,
    double mean,
    double p50,
    double p95,
    double p99,
    double p999,
    double p9999,
    double max,
    boolean exact) {
  public static final Distribution EMPTY = new Distribution(0, 0, 0, 0, 0, 0, 0, 0, true);

  /** Of these values, which it sorts. */
  static Distribution ofSorting(double[] values) {
    if (values.length == 0) {
      return EMPTY;
    }
    Arrays.sort(values);
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return new Distribution(
        values.length,
        sum / values.length,
        at(values, 0.5),
        at(values, 0.95),
        at(values, 0.99),
        at(values, 0.999),
        at(values, 0.9999),
        values[values.length - 1],
        true);
  }

  /** Of a histogram whose values are to be multiplied by a unit. */
  public static Distribution of(Histogram histogram, double unit) {
    if (histogram.getTotalCount() == 0) {
      return EMPTY;
    }
    return new Distribution(
        histogram.getTotalCount(),
        histogram.getMean() * unit,
        histogram.getValueAtPercentile(50) * unit,
        histogram.getValueAtPercentile(95) * unit,
        histogram.getValueAtPercentile(99) * unit,
        histogram.getValueAtPercentile(99.9) * unit,
        histogram.getValueAtPercentile(99.99) * unit,
        histogram.getMaxValue() * unit,
        false);
  }

  /** The value of this rank, 0 to 1, of sorted values. */
  public static double at(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length - 1e-9);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }
}
