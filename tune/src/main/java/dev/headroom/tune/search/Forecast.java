package dev.headroom.tune.search;

import dev.headroom.tune.numeric.GaussianProcess;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.moeaframework.core.PRNG;

/**
 * Forecast of points that were not run, by a surrogate for each objective and one for the overall
 * violation. A generation makes several children for each that it runs, and runs that with the best
 * forecast.
 *
 * <p>Children of the same parents are compared by the augmented Chebyshev metric with weights drawn
 * at random for each comparison, as in ParEGO (Knowles, IEEE Transactions on Evolutionary
 * Computation 10(1), 2006), so that children all along the front are chosen.
 */
final class Forecast {
  private static final int LEAST_POINTS = 12;
  private static final int MOST_POINTS = 150;
  private static final double AUGMENTED = 0.05;

  /** A surrogate that explains less is no better than chance. */
  private static final double LEAST_EXPLAINED = 0.1;

  private final Space space;
  private final List<GaussianProcess> objectives;
  private final Optional<GaussianProcess> violation;
  private final double[] best;
  private final double[] scale;

  private Forecast(
      Space space,
      List<GaussianProcess> objectives,
      Optional<GaussianProcess> violation,
      double[] best,
      double[] scale) {
    this.space = space;
    this.objectives = objectives;
    this.violation = violation;
    this.best = best;
    this.scale = scale;
  }

  /** From all candidates that were run; empty if there are too few, or nothing is predicted. */
  static Optional<Forecast> of(Space space, Start start, Ranking ranking) {
    List<Candidate> known = new ArrayList<>();
    List<double[]> points = new ArrayList<>();
    for (Candidate each : latest(ranking.candidates())) {
      Optional<int[]> codes = space.codes(start.spelledOut(each));
      if (codes.isPresent() && ranking.evaluation(each).failure().isEmpty()) {
        known.add(each);
        points.add(space.unit(codes.get()));
      }
    }
    if (known.size() < LEAST_POINTS) {
      return Optional.empty();
    }
    boolean[] ordered = new boolean[space.size()];
    for (int i = 0; i < ordered.length; i++) {
      ordered[i] = space.dimensions().get(i).ordered();
    }
    double[][] at = points.toArray(double[][]::new);
    int count = ranking.estimates().size();
    List<GaussianProcess> processes = new ArrayList<>();
    double[] best = new double[count];
    double[] scale = new double[count];
    boolean explained = false;
    for (int i = 0; i < count; i++) {
      int objective = i;
      double[] costs = known.stream().mapToDouble(each -> ranking.costs(each)[objective]).toArray();
      GaussianProcess process = GaussianProcess.fit(at, costs, ordered);
      explained |= process.explained() > LEAST_EXPLAINED;
      processes.add(process);
      best[i] = Arrays.stream(costs).min().orElse(0);
      scale[i] = Math.max(Arrays.stream(costs).max().orElse(0) - best[i], Double.MIN_NORMAL);
    }
    double[] violations = known.stream().mapToDouble(ranking::violation).toArray();
    boolean violated = Arrays.stream(violations).anyMatch(each -> each > 0);
    return explained || violated
        ? Optional.of(
            new Forecast(
                space,
                processes,
                violated
                    ? Optional.of(GaussianProcess.fit(at, violations, ordered))
                    : Optional.empty(),
                best,
                scale))
        : Optional.empty();
  }

  private static List<Candidate> latest(List<Candidate> all) {
    return all.subList(Math.max(0, all.size() - MOST_POINTS), all.size());
  }

  /** The point with the best forecast, by weights drawn at random. */
  int[] best(List<int[]> points) {
    double[] weights = new double[objectives.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = -Math.log(1 - PRNG.nextDouble()); // even over the simplex, once scaled
    }
    int[] found = points.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (int[] each : points) {
      double value = value(space.unit(each), weights);
      if (value < least) {
        least = value;
        found = each;
      }
    }
    return found;
  }

  private double value(double[] point, double[] weights) {
    double sum = 0;
    double all = Arrays.stream(weights).sum();
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.length; i++) {
      double part = weights[i] / all * (objectives.get(i).predict(point) - best[i]) / scale[i];
      most = Math.max(most, part);
      sum += part;
    }
    double violated = violation.map(process -> process.predict(point)).orElse(0.0);
    return most + AUGMENTED * sum + Math.max(0, violated);
  }
}
