package dev.headroom.tune.study;

import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Evaluation;
import dev.headroom.tune.search.Evaluator;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.UnseenDifference;
import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Robustness of settings: the same settings and today's under a change of conditions that the
 * search has not seen, pair by pair.
 *
 * @param change of conditions
 * @param today today's settings under it
 * @param chosen the chosen settings under it
 * @param differences chosen minus today, one for each objective; empty where a run failed
 */
public record Robustness(
    ConditionChange change,
    Evaluation today,
    Evaluation chosen,
    List<UnseenDifference> differences) {

  /** Seeds of these runs; those of the search and of its comparison are others. */
  private static final long FIRST_SEED = 2001;

  public Robustness {
    differences = List.copyOf(differences);
  }

  /** Runs for some changes with so many seeds each. */
  static int runs(int changes, int seeds) {
    return 2 * changes * seeds;
  }

  /**
   * Runs the chosen settings and today's under each change.
   *
   * @param confidence of the intervals, 0 to 1
   * @param negligible share of an objective's value that counts for nothing
   */
  static List<Robustness> of(
      Candidate chosen,
      List<ConditionChange> changes,
      int seeds,
      List<Objective> objectives,
      double confidence,
      double negligible,
      Evaluator evaluator) {
    List<RunRequest> batch = new ArrayList<>();
    for (ConditionChange change : changes) {
      for (Condition condition : conditions(change, seeds)) {
        batch.add(new RunRequest(Candidate.TODAY, condition, Fidelity.FULL));
        batch.add(new RunRequest(chosen, condition, Fidelity.FULL));
      }
    }
    List<RunAnswer> answers = evaluator.evaluate(batch);
    Map<RunRequest, RunAnswer> table = new LinkedHashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      table.put(batch.get(i), answers.get(i));
    }
    List<Robustness> all = new ArrayList<>();
    for (ConditionChange change : changes) {
      List<Condition> conditions = conditions(change, seeds);
      Evaluation today = evaluation(Candidate.TODAY, conditions, table);
      Evaluation other = evaluation(chosen, conditions, table);
      List<UnseenDifference> differences = new ArrayList<>();
      for (Objective objective : objectives) {
        difference(objective, change, today, other, confidence, negligible)
            .ifPresent(differences::add);
      }
      all.add(new Robustness(change, today, other, differences));
    }
    return List.copyOf(all);
  }

  private static List<Condition> conditions(ConditionChange change, int seeds) {
    return LongStream.range(FIRST_SEED, FIRST_SEED + seeds)
        .mapToObj(seed -> new Condition(change.name(), seed))
        .toList();
  }

  private static Evaluation evaluation(
      Candidate candidate, List<Condition> conditions, Map<RunRequest, RunAnswer> table) {
    Map<Condition, RunAnswer> answers = new LinkedHashMap<>();
    for (Condition condition : conditions) {
      answers.put(condition, table.get(new RunRequest(candidate, condition, Fidelity.FULL)));
    }
    return new Evaluation(candidate, answers);
  }

  private static Optional<UnseenDifference> difference(
      Objective objective,
      ConditionChange change,
      Evaluation today,
      Evaluation chosen,
      double confidence,
      double negligible) {
    double[] before = figures(today, objective);
    double[] after = figures(chosen, objective);
    if (before.length == 0 || before.length != after.length) {
      return Optional.empty();
    }
    double mean = Arrays.stream(before).average().orElseThrow();
    return Optional.of(
        new UnseenDifference(
            objective,
            change.name(),
            mean,
            Arrays.stream(after).average().orElseThrow(),
            PairedDifference.of(before, after, confidence),
            negligible * Math.abs(mean)));
  }

  /** The figures of all runs; none if one of them has none. */
  private static double[] figures(Evaluation evaluation, Objective objective) {
    double[] figures =
        evaluation.figures(objective).stream()
            .mapToDouble(Double::doubleValue)
            .filter(Double::isFinite)
            .toArray();
    return figures.length == evaluation.runs() ? figures : new double[0];
  }
}
