package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Table of all runs of a search, by candidate in the order of its first run. It makes the requests,
 * counts their cost, and tells the listener.
 */
final class RunTable {
  private final Evaluator evaluator;
  private final List<Objective> objectives;
  private final SearchListener listener;
  private final Map<Candidate, Map<Condition, RunAnswer>> full = new LinkedHashMap<>();
  private final Map<RunRequest, RunAnswer> cheap = new LinkedHashMap<>();
  private double cost;

  RunTable(Evaluator evaluator, List<Objective> objectives, SearchListener listener) {
    this.evaluator = evaluator;
    this.objectives = objectives;
    this.listener = listener;
  }

  /** Cost of all requests so far, in full runs. */
  double cost() {
    return cost;
  }

  /** Makes the runs that are not in the table yet, in one batch. */
  void run(Collection<RunRequest> requests) {
    List<RunRequest> batch =
        requests.stream().distinct().filter(request -> find(request).isEmpty()).toList();
    if (batch.isEmpty()) {
      return;
    }
    List<RunAnswer> answers = evaluator.evaluate(batch);
    if (answers.size() != batch.size()) {
      throw new IllegalStateException(
          "an evaluator gave %d answers to %d requests".formatted(answers.size(), batch.size()));
    }
    for (int i = 0; i < batch.size(); i++) {
      RunAnswer answer = checked(answers.get(i));
      put(batch.get(i), answer);
      listener.answered(batch.get(i), answer);
    }
  }

  private void put(RunRequest request, RunAnswer answer) {
    cost += request.fidelity().cost();
    if (request.fidelity().equals(Fidelity.FULL)) {
      full.computeIfAbsent(request.candidate(), _ -> new LinkedHashMap<>())
          .put(request.condition(), answer);
    } else {
      cheap.put(request, answer);
    }
  }

  /** A run without one of the objectives' figures is a failed one. */
  private RunAnswer checked(RunAnswer answer) {
    if (answer instanceof RunAnswer.Measured measured) {
      for (Objective objective : objectives) {
        Double figure = measured.figures().get(objective.measure());
        if (figure == null || !Double.isFinite(figure)) {
          return new RunAnswer.Failed("the run has no figure " + objective.measure());
        }
      }
    }
    return answer;
  }

  /** The answer to a request that was made. */
  Optional<RunAnswer> find(RunRequest request) {
    return Optional.ofNullable(
        request.fidelity().equals(Fidelity.FULL)
            ? full.getOrDefault(request.candidate(), Map.of()).get(request.condition())
            : cheap.get(request));
  }

  /** Whether a candidate was run, at any fidelity. */
  boolean knows(Candidate candidate) {
    return full.containsKey(candidate)
        || cheap.keySet().stream().anyMatch(request -> request.candidate().equals(candidate));
  }

  /** Candidates with full runs, in the order of their first run. */
  List<Candidate> candidates() {
    return List.copyOf(full.keySet());
  }

  /** The full runs of a candidate under some conditions. */
  Evaluation evaluation(Candidate candidate, List<Condition> conditions) {
    Map<Condition, RunAnswer> known = full.getOrDefault(candidate, Map.of());
    Map<Condition, RunAnswer> found = new LinkedHashMap<>();
    for (Condition condition : conditions) {
      Optional.ofNullable(known.get(condition)).ifPresent(answer -> found.put(condition, answer));
    }
    return new Evaluation(candidate, found);
  }

  /** The evaluations of all candidates under some conditions; those without any are left out. */
  List<Evaluation> evaluations(List<Condition> conditions) {
    List<Evaluation> all = new ArrayList<>();
    for (Candidate candidate : full.keySet()) {
      Evaluation evaluation = evaluation(candidate, conditions);
      if (evaluation.runs() > 0) {
        all.add(evaluation);
      }
    }
    return all;
  }
}
