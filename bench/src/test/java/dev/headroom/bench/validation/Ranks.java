package dev.headroom.bench.validation;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Order statistics of a few thousand values. */
final class Ranks {
  private Ranks() {}

  /** The least value with at least this share of the values at or below it; NaN of none. */
  static double percentile(double[] values, double share) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }

  /**
   * Spearman's rank correlation: Pearson's of the ranks, equal values sharing the mean of theirs.
   * NaN when either side does not vary.
   */
  static double spearman(double[] a, double[] b) {
    double[] ra = ranks(a);
    double[] rb = ranks(b);
    double mean = (a.length + 1) / 2.0;
    double covariance = 0;
    double varianceA = 0;
    double varianceB = 0;
    for (int i = 0; i < a.length; i++) {
      covariance += (ra[i] - mean) * (rb[i] - mean);
      varianceA += (ra[i] - mean) * (ra[i] - mean);
      varianceB += (rb[i] - mean) * (rb[i] - mean);
    }
    return covariance / Math.sqrt(varianceA * varianceB);
  }

  private static double[] ranks(double[] values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted((i, j) -> Double.compare(values[i], values[j]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[values.length];
    int from = 0;
    while (from < order.length) {
      int to = from;
      while (to + 1 < order.length && values[order[to + 1]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i <= to; i++) {
        ranks[order[i]] = (from + to) / 2.0 + 1;
      }
      from = to + 1;
    }
    return ranks;
  }
}
