package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Evaluation of a candidate: the answers of its full runs by condition.
 *
 * @param candidate the settings
 * @param answers in the order of the runs
 */
public record Evaluation(Candidate candidate, Map<Condition, RunAnswer> answers) {
  public Evaluation {
    answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
  }

  /** Number of full runs. */
  public int runs() {
    return answers.size();
  }

  /** Reason of the first failed run; empty if none failed. */
  public Optional<String> failure() {
    return answers.values().stream()
        .filter(RunAnswer.Failed.class::isInstance)
        .map(answer -> ((RunAnswer.Failed) answer).reason())
        .findFirst();
  }

  /** The worst violation of each constraint; constraints that hold are left out. */
  public SortedMap<String, Double> violations() {
    SortedMap<String, Double> worst = new TreeMap<>();
    for (RunAnswer answer : answers.values()) {
      if (answer instanceof RunAnswer.Measured measured) {
        measured
            .violations()
            .forEach((name, amount) -> {
              if (amount > 0 || amount.isNaN()) {
                worst.merge(name, amount, Math::max);
              }
            });
      }
    }
    return Collections.unmodifiableSortedMap(worst);
  }

  /** Whether no run failed and each constraint holds in all runs. */
  public boolean isFeasible() {
    return failure().isEmpty() && violations().isEmpty();
  }

  /** The figure of an objective under a condition; empty if the run failed or was not made. */
  public Optional<Double> figure(Objective objective, Condition condition) {
    return answers.get(condition) instanceof RunAnswer.Measured measured
        ? Optional.ofNullable(measured.figures().get(objective.measure()))
        : Optional.empty();
  }

  /** The figures of an objective in the order of the runs. */
  public List<Double> figures(Objective objective) {
    return answers.keySet().stream()
        .map(condition -> figure(objective, condition))
        .flatMap(Optional::stream)
        .toList();
  }
}
