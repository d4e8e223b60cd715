package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Ranking of all candidates by the runs so far: their estimates, their violations, and which of
 * them dominates which.
 *
 * <p>Dominance is that of NSGA-II with constraints (Deb, Pratap, Agarwal, Meyarivan, IEEE
 * Transactions on Evolutionary Computation 6(2), 2002, definition 1): a feasible candidate
 * dominates an infeasible one; of two infeasible ones that with the smaller overall violation; of
 * two feasible ones that which is worse in no objective and better in one. The overall violation is
 * the sum over the constraints, each divided by its greatest violation so far, so that units do not
 * matter. A failed candidate is worse than any other.
 */
final class Ranking {
  private final SearchSettings settings;
  private final List<Estimates> estimates;
  private final Map<Candidate, Evaluation> evaluations = new LinkedHashMap<>();
  private final Map<Candidate, Double> violations = new HashMap<>();
  private final Set<Objective> flat;

  /**
   * Ranks what was run.
   *
   * @param flat objectives that are noise only, and so decide nothing
   */
  Ranking(SearchSettings settings, RunTable table, Set<Objective> flat) {
    this.settings = settings;
    this.flat = Set.copyOf(flat);
    List<Evaluation> all = table.evaluations(settings.known());
    all.forEach(evaluation -> evaluations.put(evaluation.candidate(), evaluation));
    estimates =
        settings.objectives().stream()
            .map(objective -> new Estimates(objective, all, settings.known()))
            .toList();
    Map<String, Double> greatest = new TreeMap<>();
    for (Evaluation evaluation : all) {
      evaluation.violations().forEach((name, amount) -> greatest.merge(name, amount, Math::max));
    }
    for (Evaluation evaluation : all) {
      violations.put(evaluation.candidate(), violation(evaluation, greatest));
    }
  }

  private static double violation(Evaluation evaluation, Map<String, Double> greatest) {
    if (evaluation.failure().isPresent()) {
      return greatest.size() + 1.0;
    }
    double sum = 0;
    for (Map.Entry<String, Double> each : evaluation.violations().entrySet()) {
      double share = each.getValue() / greatest.getOrDefault(each.getKey(), 1.0);
      sum += Double.isNaN(share) ? 1 : share;
    }
    return sum;
  }

  List<Estimates> estimates() {
    return estimates;
  }

  /** All candidates, in the order of their first run. */
  List<Candidate> candidates() {
    return List.copyOf(evaluations.keySet());
  }

  /** Whether a candidate was run in full. */
  boolean knows(Candidate candidate) {
    return evaluations.containsKey(candidate);
  }

  Evaluation evaluation(Candidate candidate) {
    return evaluations.getOrDefault(candidate, new Evaluation(candidate, Map.of()));
  }

  /** Overall violation; 0 for a feasible candidate. */
  double violation(Candidate candidate) {
    return violations.getOrDefault(candidate, 0.0);
  }

  boolean isFeasible(Candidate candidate) {
    return violation(candidate) == 0;
  }

  boolean isFlat(Objective objective) {
    return flat.contains(objective);
  }

  /** Costs by objective, less being better; 0 for objectives that are flat. */
  double[] costs(Candidate candidate) {
    double[] costs = new double[estimates.size()];
    for (int i = 0; i < costs.length; i++) {
      double cost = estimates.get(i).cost(candidate);
      costs[i] = isFlat(estimates.get(i).objective()) || Double.isNaN(cost) ? 0 : cost;
    }
    return costs;
  }

  RankedCandidate ranked(Candidate candidate) {
    List<ObjectiveEstimate> of = new ArrayList<>();
    for (Estimates each : estimates) {
      each.of(candidate).ifPresent(of::add);
    }
    return new RankedCandidate(
        evaluation(candidate), of.size() == estimates.size() ? of : List.of());
  }

  /** Whether one candidate dominates another one. */
  boolean dominates(Candidate one, Candidate other) {
    double violation = violation(one);
    double otherViolation = violation(other);
    if (violation > 0 || otherViolation > 0) {
      return violation < otherViolation;
    }
    return dominates(costs(one), costs(other));
  }

  static boolean dominates(double[] one, double[] other) {
    boolean better = false;
    for (int i = 0; i < one.length; i++) {
      if (one[i] > other[i]) {
        return false;
      }
      better |= one[i] < other[i];
    }
    return better;
  }

  /** Feasible candidates that no other one dominates, the best in the first objective first. */
  List<Candidate> front() {
    List<Candidate> front = new ArrayList<>();
    List<Candidate> feasible = candidates().stream().filter(this::isFeasible).toList();
    for (Candidate candidate : feasible) {
      if (feasible.stream().noneMatch(other -> dominates(other, candidate))) {
        front.add(candidate);
      }
    }
    front.sort(
        Comparator.comparingDouble((Candidate candidate) -> costs(candidate)[0])
            .thenComparing(Comparator.naturalOrder()));
    return front;
  }

  /** Candidates by rank: those that nothing dominates, then those that only these dominate, ... */
  List<List<Candidate>> layers(List<Candidate> of) {
    List<List<Candidate>> layers = new ArrayList<>();
    List<Candidate> left = new ArrayList<>(of);
    while (!left.isEmpty()) {
      List<Candidate> from = left;
      List<Candidate> layer =
          left.stream()
              .filter(candidate -> from.stream().noneMatch(other -> dominates(other, candidate)))
              .toList();
      layers.add(layer);
      Set<Candidate> gone = new HashSet<>(layer);
      left = left.stream().filter(candidate -> !gone.contains(candidate)).toList();
    }
    return layers;
  }

  /**
   * Whether a candidate is surely dominated by one of others: worse in each objective that counts,
   * by a paired test for each. That all tests agree makes the joint test an intersection-union test
   * (Berger, Technometrics 24(4), 1982), which needs no correction.
   */
  boolean isSurelyDominated(Candidate candidate, List<Candidate> by) {
    return by.stream()
        .filter(other -> !other.equals(candidate))
        .anyMatch(other -> isSurelyDominated(candidate, other));
  }

  private boolean isSurelyDominated(Candidate candidate, Candidate by) {
    if (violation(candidate) > 0) {
      return violation(by) < violation(candidate);
    }
    if (violation(by) > 0) {
      return false;
    }
    List<Estimates> counting =
        estimates.stream().filter(each -> !isFlat(each.objective())).toList();
    return !counting.isEmpty()
        && counting.stream()
            .allMatch(each -> each.chanceWorse(candidate, by) < 1 - settings.confidence());
  }
}
