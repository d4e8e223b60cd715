package dev.headroom.app.improve;

import dev.headroom.model.statistics.MeanEstimate;
import java.util.Arrays;
import java.util.Optional;

/**
 * Promise of a figure: the mean that the runs of some seeds predict for the runs of others. All
 * means are of logarithms. The prediction interval of the mean of k further runs is wider than the
 * confidence interval of the mean of n runs:
 *
 * <pre>
 *   mean +- t(n - 1) s sqrt(1 / n + 1 / k)
 * </pre>
 *
 * @param promised of the runs that promise
 * @param found of the other ones
 */
record Promise(MeanEstimate promised, MeanEstimate found) {
  /** Share by which a figure may be outside: runs without any noise predict a point. */
  private static final double NEGLIGIBLE = 0.01;

  /** Empty where a run has no figure above 0. */
  static Optional<Promise> of(double[] promising, double[] checking) {
    return logarithm(promising)
        .flatMap(promised -> logarithm(checking).map(found -> new Promise(promised, found)));
  }

  private static Optional<MeanEstimate> logarithm(double[] values) {
    boolean isKnown =
        values.length > 0 && Arrays.stream(values).allMatch(each -> each > 0 && each < 1e300);
    return isKnown
        ? Optional.of(
            MeanEstimate.of(Arrays.stream(values).map(Math::log).toArray(), Gain.CONFIDENCE))
        : Optional.empty();
  }

  private double reach() {
    double wider = Math.sqrt(1 + (double) promised.count() / found.count());
    return promised.reach() * wider + Math.log1p(NEGLIGIBLE);
  }

  /** Whether the mean of the other runs is where it was promised. */
  boolean isKept() {
    return Math.abs(found.mean() - promised.mean()) <= reach();
  }

  double low() {
    return Math.exp(promised.mean() - reach());
  }

  double high() {
    return Math.exp(promised.mean() + reach());
  }

  /** Geometric mean of the other runs. */
  double value() {
    return Math.exp(found.mean());
  }
}
