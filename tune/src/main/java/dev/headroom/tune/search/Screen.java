package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Screen of candidates by cheaper runs: at each fidelity, the cheapest first, the better half goes
 * on, as in successive halving (Jamieson, Talwalkar, AISTATS 2016). The order is by the rank of
 * dominance among those of the same batch.
 */
final class Screen {
  private final SearchSettings settings;
  private final RunTable table;

  Screen(SearchSettings settings, RunTable table) {
    this.settings = settings;
    this.table = table;
  }

  /** Those of a batch that are worth full runs, in the order of the batch. */
  List<Candidate> pass(List<Candidate> batch) {
    List<Candidate> left = batch;
    for (Fidelity fidelity : settings.fidelities()) {
      Condition first = settings.known().getFirst();
      table.run(left.stream().map(each -> new RunRequest(each, first, fidelity)).toList());
      left = betterHalf(left, first, fidelity);
    }
    return left;
  }

  private List<Candidate> betterHalf(List<Candidate> batch, Condition first, Fidelity fidelity) {
    Map<Candidate, Integer> dominated = new HashMap<>();
    for (Candidate each : batch) {
      int count = 0;
      for (Candidate other : batch) {
        count += dominates(answer(other, first, fidelity), answer(each, first, fidelity)) ? 1 : 0;
      }
      dominated.put(each, count);
    }
    List<Candidate> ordered = new ArrayList<>(batch);
    ordered.sort(
        Comparator.comparingInt((Candidate each) -> dominated.getOrDefault(each, 0))
            .thenComparing(Comparator.naturalOrder()));
    List<Candidate> half = ordered.subList(0, (batch.size() + 1) / 2);
    return batch.stream().filter(half::contains).toList();
  }

  private RunAnswer answer(Candidate candidate, Condition condition, Fidelity fidelity) {
    return table.find(new RunRequest(candidate, condition, fidelity)).orElseThrow();
  }

  private boolean dominates(RunAnswer one, RunAnswer other) {
    return switch (one) {
      case RunAnswer.Failed _ -> false;
      case RunAnswer.Measured better ->
          switch (other) {
            case RunAnswer.Failed _ -> true;
            case RunAnswer.Measured worse -> dominates(better, worse);
          };
    };
  }

  private boolean dominates(RunAnswer.Measured one, RunAnswer.Measured other) {
    double violation = violation(one);
    double otherViolation = violation(other);
    return (violation > 0 || otherViolation > 0)
        ? violation < otherViolation
        : Ranking.dominates(costs(one), costs(other));
  }

  private static double violation(RunAnswer.Measured answer) {
    return answer.violations().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private double[] costs(RunAnswer.Measured answer) {
    return settings.objectives().stream()
        .mapToDouble(each -> each.cost(answer.figures().getOrDefault(each.measure(), Double.NaN)))
        .toArray();
  }
}
