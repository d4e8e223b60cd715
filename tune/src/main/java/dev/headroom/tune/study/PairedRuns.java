package dev.headroom.tune.study;

import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Evaluation;
import dev.headroom.tune.search.Evaluator;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.search.UnseenDifference;
import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs of the chosen settings and of other ones under the same conditions, pair by pair: with
 * today's settings under a change of conditions, or with a preset.
 *
 * @param name short: {@code link-down}, {@code vendor}
 * @param description for people
 * @param other runs of the other settings
 * @param chosen runs of the chosen settings
 * @param differences chosen minus other, one for each objective; empty where a run failed
 */
public record PairedRuns(
    String name,
    String description,
    Evaluation other,
    Evaluation chosen,
    List<UnseenDifference> differences) {
  public PairedRuns {
    differences = List.copyOf(differences);
  }

  /** Requests for all pairings, each once. */
  static List<RunRequest> requests(Candidate chosen, List<Pairing> pairings) {
    Set<RunRequest> requests = new LinkedHashSet<>();
    for (Pairing pairing : pairings) {
      for (Condition condition : pairing.conditions()) {
        requests.add(new RunRequest(pairing.other(), condition, Fidelity.FULL));
        requests.add(new RunRequest(chosen, condition, Fidelity.FULL));
      }
    }
    return List.copyOf(requests);
  }

  /**
   * Runs the chosen settings and the others.
   *
   * @param settings with objectives, confidence of the intervals and the negligible change
   */
  static List<PairedRuns> of(
      Candidate chosen, List<Pairing> pairings, SearchSettings settings, Evaluator evaluator) {
    List<RunRequest> batch = requests(chosen, pairings);
    List<RunAnswer> answers = evaluator.evaluate(batch);
    Map<RunRequest, RunAnswer> table = new LinkedHashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      table.put(batch.get(i), answers.get(i));
    }
    List<PairedRuns> all = new ArrayList<>();
    for (Pairing pairing : pairings) {
      Evaluation other = evaluation(pairing.other(), pairing.conditions(), table);
      Evaluation own = evaluation(chosen, pairing.conditions(), table);
      List<UnseenDifference> differences = new ArrayList<>();
      for (Objective objective : settings.objectives()) {
        difference(objective, pairing.name(), other, own, settings).ifPresent(differences::add);
      }
      all.add(new PairedRuns(pairing.name(), pairing.description(), other, own, differences));
    }
    return List.copyOf(all);
  }

  private static Evaluation evaluation(
      Candidate candidate, List<Condition> conditions, Map<RunRequest, RunAnswer> table) {
    Map<Condition, RunAnswer> answers = new LinkedHashMap<>();
    for (Condition condition : conditions) {
      answers.put(
          condition,
          table.getOrDefault(
              new RunRequest(candidate, condition, Fidelity.FULL),
              new RunAnswer.Failed("it was not run")));
    }
    return new Evaluation(candidate, answers);
  }

  private static Optional<UnseenDifference> difference(
      Objective objective,
      String name,
      Evaluation other,
      Evaluation chosen,
      SearchSettings settings) {
    double[] before = figures(other, objective);
    double[] after = figures(chosen, objective);
    if (before.length == 0 || before.length != after.length) {
      return Optional.empty();
    }
    double mean = Arrays.stream(before).average().orElseThrow();
    return Optional.of(
        new UnseenDifference(
            objective,
            name,
            mean,
            Arrays.stream(after).average().orElseThrow(),
            PairedDifference.of(before, after, settings.confidence()),
            settings.negligible() * Math.abs(mean)));
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
