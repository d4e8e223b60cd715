package dev.headroom.model.statistics;

/**
 * Mean of measurements, with its confidence interval. The interval is Student's:
 *
 * <pre>
 *   mean +- t(n - 1, confidence) s / sqrt(n),   s^2 = sum (x - mean)^2 / (n - 1)
 * </pre>
 *
 * It supposes that measurements do not depend on each other and scatter about as a normal
 * distribution does. Of 373, 401 and 336 the mean is 370, s is 32.6 and the interval of 95 %
 * reaches 81 to either side.
 *
 * @param count how many were measured, 1 or more
 * @param mean of them
 * @param deviation s; 0 of one, of which it is not known
 * @param least of them
 * @param most of them
 * @param reach of the interval to either side of the mean; infinite of one
 */
public record MeanEstimate(
    int count, double mean, double deviation, double least, double most, double reach) {

  /**
   * Of these measurements.
   *
   * @param values one or more, all finite
   * @param confidence of the interval, above 0 and below 1
   * @throws IllegalArgumentException if there are none, or one is not finite
   */
  public static MeanEstimate of(double[] values, double confidence) {
    if (values.length == 0) {
      throw new IllegalArgumentException("there are no measurements");
    }
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("not a number: " + value);
      }
      sum += value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    int count = values.length;
    // what is all alike is not to scatter by the rounding of its sum
    double mean = least == most ? least : sum / count;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double deviation = count == 1 ? 0 : Math.sqrt(squares / (count - 1));
    double reach =
        count == 1
            ? Double.POSITIVE_INFINITY
            : deviation == 0
                ? 0
                : StudentT.reach(count - 1, confidence) * deviation / Math.sqrt(count);
    return new MeanEstimate(count, mean, deviation, least, most, reach);
  }

  /** The lower end of the interval. */
  public double low() {
    return mean - reach;
  }

  /** The upper end of the interval. */
  public double high() {
    return mean + reach;
  }

  /** Whether there is a spread to judge by: more than one was measured. */
  public boolean isKnown() {
    return count > 1;
  }

  /** Whether a value lies within the interval; any does of one measurement. */
  public boolean contains(double value) {
    return low() <= value && value <= high();
  }
}
