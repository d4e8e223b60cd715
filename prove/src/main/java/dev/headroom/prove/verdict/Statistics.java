package dev.headroom.prove.verdict;

import java.util.Arrays;

/** Statistics that few outliers do not move. */
final class Statistics {
  private Statistics() {}

  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * Modified z-scores.
   *
   * <pre>
   *   M = 0.6745 · (x − median) / MAD
   * </pre>
   *
   * @return 0 for the median's neighbours where more than half of the values are equal
   * @see <a href="https://www.itl.nist.gov/div898/handbook/eda/section3/eda35h.htm">Iglewicz and
   *     Hoaglin, in the NIST handbook</a>
   */
  static double[] scores(double... values) {
    double median = median(values);
    double mad = median(Arrays.stream(values).map(x -> Math.abs(x - median)).toArray());
    return Arrays.stream(values)
        .map(x ->
            mad > 0
                ? 0.6745 * (x - median) / mad
                : x == median ? 0 : Math.signum(x - median) * Double.MAX_VALUE)
        .toArray();
  }

  /**
   * Bound on a rate of which nothing was seen in so many trials, with 95 % confidence: the rule of
   * three, 3 / n.
   */
  static double ruleOfThree(double trials) {
    return 3 / trials;
  }
}
