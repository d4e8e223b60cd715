package dev.headroom.app.improve;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.tune.search.Objective;
import java.util.Locale;
import java.util.Optional;

/**
 * Gain of one state of the cluster over another in a measure, seed by seed: how many times better
 * it is. The interval is that of the mean of the logarithms, so that a run of 136 ms beside four of
 * 2 ms counts as one run and not as all of them.
 *
 * <pre>
 *   factor = exp(mean ln(before / after)),   interval = exp(mean -+ t(n - 1) s / sqrt(n))
 * </pre>
 *
 * @param objective the measure and its better direction
 * @param before geometric mean before, in the unit of the measure
 * @param after geometric mean after
 * @param logarithm of the factor, above 0 where after is better
 */
public record Gain(Objective objective, double before, double after, MeanEstimate logarithm) {
  /** Confidence of all intervals. */
  static final double CONFIDENCE = 0.95;

  /** From here on a gain is so many times better, and below it so many percent. */
  private static final double BIG = 1.5;

  /** Below this a difference is printed as none. */
  private static final double LEAST_PERCENT = 0.05;

  private static final String SAME = "the same";

  /** Of the same seeds; empty where a run has no figure above 0. */
  static Optional<Gain> of(Objective objective, double[] before, double[] after) {
    if (before.length == 0 || before.length != after.length) {
      return Optional.empty();
    }
    double[] logarithms = new double[before.length];
    for (int i = 0; i < before.length; i++) {
      boolean isKnown = before[i] > 0 && after[i] > 0 && Double.isFinite(before[i] + after[i]);
      if (!isKnown) {
        return Optional.empty();
      }
      double ratio = Math.log(before[i] / after[i]);
      logarithms[i] = objective.better() == Objective.Better.LESS ? ratio : -ratio;
    }
    return Optional.of(
        new Gain(
            objective,
            geometricMean(before),
            geometricMean(after),
            MeanEstimate.of(logarithms, CONFIDENCE)));
  }

  private static double geometricMean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += Math.log(value);
    }
    return Math.exp(sum / values.length);
  }

  /** How many times better, 1 for no difference. */
  double factor() {
    return Math.exp(logarithm.mean());
  }

  double low() {
    return Math.exp(logarithm.low());
  }

  double high() {
    return Math.exp(logarithm.high());
  }

  /** Whether the interval has only gains. */
  boolean isGain() {
    return logarithm.low() > 0;
  }

  /** Whether the interval has only losses. */
  boolean isLoss() {
    return logarithm.high() < 0;
  }

  /** The factor with its interval: {@code 3.1 times better (2.8 to 3.4)}. */
  String text() {
    return "%s (%s)".formatted(words(), range());
  }

  /**
   * {@code 3.1 times better}, {@code 12 % better}, {@code the same}, or {@code 12 % better, within
   * noise} where the interval has gains and losses.
   */
  String words() {
    String amount = amount(factor());
    boolean isSure = isGain() || isLoss() || amount.equals(SAME);
    return isSure ? amount : amount + ", within noise";
  }

  private static String amount(double factor) {
    if (factor >= BIG) {
      return number(factor) + " times better";
    }
    double percent = 100 * (1 - 1 / factor);
    if (Math.abs(percent) < LEAST_PERCENT) {
      return SAME;
    }
    return factor >= 1
        ? String.format(Locale.ROOT, "%.1f %% better", percent)
        : String.format(Locale.ROOT, "%.1f %% worse", 100 * (1 / factor - 1));
  }

  private String range() {
    return factor() >= BIG
        ? number(low()) + " to " + number(high()) + " times"
        : String.format(
            Locale.ROOT, "%+.1f %% to %+.1f %%", 100 * (1 - 1 / low()), 100 * (1 - 1 / high()));
  }

  private static String number(double factor) {
    return String.format(Locale.ROOT, factor < 10 ? "%.2g" : "%.0f", factor)
        .replaceFirst("\\.0$", "");
  }
}
