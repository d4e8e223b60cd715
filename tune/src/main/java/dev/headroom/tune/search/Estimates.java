package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * Estimates of one objective for all candidates, from runs under different numbers of conditions.
 *
 * <p>A seed that is bad for all candidates would punish those that were run with it. So a figure is
 * the sum of a candidate, a condition and noise:
 *
 * <pre>
 *   y(c, i) = m(c) + b(i) + e(c, i)
 * </pre>
 *
 * where m is the mean of a candidate's figures without their conditions' effects, and b the median
 * over candidates of what is left, by turns, as in Tukey's median polish (Exploratory Data
 * Analysis, 1977). The effects of all conditions have the mean 0. Only candidates with two runs or
 * more say anything about a condition.
 *
 * <p>The spread of a candidate with few runs is shrunk towards that of all, as in the moderated t
 * statistic (Smyth, Statistical Applications in Genetics and Molecular Biology 3(1), article 3,
 * 2004):
 *
 * <pre>
 *   s'(c)^2 = (d0 s0^2 + d s(c)^2) / (d0 + d),   d = n - 1 degrees of freedom,
 * </pre>
 *
 * with s0 the spread of the noise of all candidates, and d0 = 4 here, or the degrees of freedom of
 * s0 where they are fewer. A t statistic with s' has d0 + d degrees of freedom.
 */
final class Estimates {
  private static final double PRIOR_FREEDOM = 4;
  private static final int ROUNDS = 25;

  private final Objective objective;
  private final Map<Candidate, double[]> figures = new HashMap<>();
  private final Map<Candidate, ObjectiveEstimate> estimates = new HashMap<>();
  private final double[] effects;
  private final double variance;
  private final int freedom;

  /**
   * From the runs so far.
   *
   * @param evaluations of all candidates; failed runs say nothing
   * @param conditions all known ones
   */
  Estimates(Objective objective, List<Evaluation> evaluations, List<Condition> conditions) {
    this.objective = objective;
    List<double[]> repeated = new ArrayList<>();
    for (Evaluation evaluation : evaluations) {
      double[] values =
          conditions.stream()
              .map(condition -> evaluation.figure(objective, condition))
              .mapToDouble(figure -> figure.orElse(Double.NaN))
              .toArray();
      if (count(values) > 0) {
        figures.put(evaluation.candidate(), values);
        if (count(values) > 1) {
          repeated.add(values);
        }
      }
    }
    effects = effects(repeated, conditions.size());
    double squares = 0;
    int free = 0;
    for (double[] values : repeated) {
      squares += squares(values);
      free += count(values) - 1;
    }
    // the conditions' effects were fitted as well
    freedom = Math.max(0, free - Math.max(0, conditions(repeated) - 1));
    variance = freedom == 0 ? Double.NaN : squares / freedom;
    figures.forEach((candidate, values) -> estimates.put(candidate, estimate(values)));
  }

  private static int conditions(List<double[]> repeated) {
    int longest = 0;
    for (double[] values : repeated) {
      longest = Math.max(longest, count(values));
    }
    return longest;
  }

  private static int count(double[] values) {
    return (int) Arrays.stream(values).filter(value -> !Double.isNaN(value)).count();
  }

  private static double[] effects(List<double[]> repeated, int conditions) {
    double[] effects = new double[conditions];
    for (int round = 0; round < ROUNDS; round++) {
      double[][] rest = new double[conditions][];
      for (int i = 0; i < conditions; i++) {
        int condition = i;
        double[] before = effects;
        rest[i] =
            repeated.stream()
                .filter(values -> !Double.isNaN(values[condition]))
                .mapToDouble(values -> values[condition] - mean(values, before))
                .toArray();
      }
      effects = Arrays.stream(rest).mapToDouble(Estimates::median).toArray();
      double centre = Arrays.stream(effects).average().orElse(0);
      effects = Arrays.stream(effects).map(effect -> effect - centre).toArray();
    }
    return effects;
  }

  private static double median(double[] values) {
    if (values.length == 0) {
      return 0;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Mean of the figures without the effects of their conditions. */
  private static double mean(double[] values, double[] effects) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        sum += values[i] - effects[i];
        count++;
      }
    }
    return sum / count;
  }

  private double squares(double[] values) {
    double mean = mean(values, effects);
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        double rest = values[i] - effects[i] - mean;
        squares += rest * rest;
      }
    }
    return squares;
  }

  private ObjectiveEstimate estimate(double[] values) {
    int count = count(values);
    double error =
        freedom == 0
            ? Double.POSITIVE_INFINITY
            : Math.sqrt((prior() * variance + squares(values)) / (prior() + count - 1) / count);
    return new ObjectiveEstimate(mean(values, effects), error);
  }

  private double prior() {
    return Math.min(PRIOR_FREEDOM, freedom);
  }

  Objective objective() {
    return objective;
  }

  /** The estimate for a candidate; empty if no run has a figure. */
  Optional<ObjectiveEstimate> of(Candidate candidate) {
    return Optional.ofNullable(estimates.get(candidate));
  }

  /** The estimate with the sign at which less is better; NaN if no run has a figure. */
  double cost(Candidate candidate) {
    return of(candidate).map(estimate -> objective.cost(estimate.value())).orElse(Double.NaN);
  }

  /** Variance of the noise of one run; NaN if it is not known. */
  double variance() {
    return variance;
  }

  /** Degrees of freedom of the noise. */
  int freedom() {
    return freedom;
  }

  /** Number of runs with a figure. */
  int runs(Candidate candidate) {
    return figures.containsKey(candidate) ? count(figures.get(candidate)) : 0;
  }

  /**
   * Chance that a candidate looks worse than another one by so much if it is not worse: one-sided p
   * of the moderated t test of the pairs under common conditions. 1 where nothing is known.
   */
  double chanceWorse(Candidate candidate, Candidate than) {
    double[] one = figures.getOrDefault(candidate, new double[0]);
    double[] other = figures.getOrDefault(than, new double[0]);
    List<Double> pairs = new ArrayList<>();
    for (int i = 0; i < Math.min(one.length, other.length); i++) {
      if (!Double.isNaN(one[i]) && !Double.isNaN(other[i])) {
        pairs.add(objective.cost(one[i]) - objective.cost(other[i]));
      }
    }
    if (pairs.isEmpty() || freedom == 0) {
      return 1;
    }
    double mean = pairs.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    double squares = pairs.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum();
    double free = prior() + pairs.size() - 1;
    double error = Math.sqrt((prior() * 2 * variance + squares) / free / pairs.size());
    if (error == 0) {
      return mean > 0 ? 0 : 1;
    }
    return new TDistribution(free).cumulativeProbability(-mean / error);
  }
}
