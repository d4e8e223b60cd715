package dev.headroom.tune.search;

import dev.headroom.tune.numeric.CmaGenerations;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Refinement of a front for chosen weights: CMA-ES around the best candidate for each of some
 * weight vectors, the generations of all in one batch. Ordered dimensions move; choices stay as
 * they are.
 *
 * <p>The value for weights is the augmented weighted Chebyshev metric (Steuer, Choo, Mathematical
 * Programming 26, 1983), whose optima are all on the front, even where it is not convex:
 *
 * <pre>
 *   max w(i) d(i) + 0.05 sum w(i) d(i),   d(i) = (f(i) - best(i)) / (worst(i) - best(i))
 * </pre>
 *
 * with best and worst of the front at the begin. An infeasible candidate is behind all feasible
 * ones, by its overall violation.
 */
final class Refinement {
  private static final double AUGMENTED = 0.05;
  private static final double FOCUS = 4;
  private static final double INFEASIBLE = 1e6;

  private final Space space;
  private final Start start;
  private final double[] best;
  private final double[] scale;
  private final List<Strand> strands = new ArrayList<>();

  /** CMA-ES for one weight vector. */
  private record Strand(double[] weights, int[] base, int[] moving, CmaGenerations generations) {
    int[] codes(Space space, double[] point) {
      double[] unit = space.unit(base);
      for (int i = 0; i < moving.length; i++) {
        unit[moving[i]] = point[i];
      }
      return space.codes(unit);
    }
  }

  /** For the weights of the settings, and for each objective with a weight four times as large. */
  Refinement(Space space, Start start, SearchSettings settings, Ranking ranking) {
    this.space = space;
    this.start = start;
    List<Candidate> front =
        ranking.front().stream().filter(each -> codes(each).isPresent()).toList();
    int objectives = settings.objectives().size();
    best = new double[objectives];
    scale = new double[objectives];
    for (int i = 0; i < objectives; i++) {
      int objective = i;
      double[] costs =
          front.stream().mapToDouble(each -> ranking.costs(each)[objective]).sorted().toArray();
      best[i] = costs.length == 0 ? 0 : costs[0];
      double range = costs.length == 0 ? 0 : costs[costs.length - 1] - costs[0];
      scale[i] =
          Math.max(range, Math.max(settings.negligible() * Math.abs(best[i]), Double.MIN_NORMAL));
    }
    int[] moving =
        IntStream.range(0, space.size())
            .filter(
                i -> space.dimensions().get(i).ordered() && space.dimensions().get(i).size() > 1)
            .toArray();
    if (front.isEmpty() || moving.length == 0) {
      return;
    }
    List<double[]> weights = new ArrayList<>();
    double[] given = settings.weights().stream().mapToDouble(Double::doubleValue).toArray();
    weights.add(given);
    for (int i = 0; i < objectives && objectives > 1; i++) {
      double[] focused = given.clone();
      focused[i] *= FOCUS;
      weights.add(focused);
    }
    for (double[] each : weights) {
      Candidate from =
          front.stream()
              .min((one, other) ->
                  Double.compare(value(one, each, ranking), value(other, each, ranking)))
              .orElseThrow();
      int[] base = codes(from).orElseThrow();
      double[] unit = space.unit(base);
      strands.add(
          new Strand(
              each,
              base,
              moving,
              new CmaGenerations(
                  Arrays.stream(moving).mapToDouble(i -> unit[i]).toArray(),
                  value(from, each, ranking),
                  settings.seed() + strands.size())));
    }
  }

  private Optional<int[]> codes(Candidate candidate) {
    return space.codes(start.spelledOut(candidate));
  }

  private double value(Candidate candidate, double[] weights, Ranking ranking) {
    if (!ranking.knows(candidate) || !ranking.isFeasible(candidate)) {
      return INFEASIBLE * (1 + ranking.violation(candidate));
    }
    double[] costs = ranking.costs(candidate);
    double most = Double.NEGATIVE_INFINITY;
    double sum = 0;
    for (int i = 0; i < costs.length; i++) {
      double part = weights[i] * (costs[i] - best[i]) / scale[i];
      most = Math.max(most, part);
      sum += part;
    }
    return most + AUGMENTED * sum;
  }

  /**
   * One generation of all weight vectors.
   *
   * @param run runs candidates, and gives the state after it
   * @return false if there is nothing to be asked any more
   */
  boolean step(Function<List<Candidate>, Ranking> run) {
    List<List<Candidate>> asked = new ArrayList<>();
    Set<Candidate> all = new LinkedHashSet<>();
    for (Strand strand : strands) {
      List<Candidate> points =
          strand.generations().next().stream()
              .map(point -> start.known(space.candidate(strand.codes(space, point))))
              .toList();
      asked.add(points);
      all.addAll(points);
    }
    if (all.isEmpty()) {
      return false;
    }
    Ranking ranking = run.apply(List.copyOf(all));
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.get(i);
      if (!asked.get(i).isEmpty()) {
        strand
            .generations()
            .tell(
                asked.get(i).stream()
                    .mapToDouble(each -> value(each, strand.weights(), ranking))
                    .toArray());
      }
    }
    return true;
  }
}
