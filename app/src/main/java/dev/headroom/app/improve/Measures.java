package dev.headroom.app.improve;

import dev.headroom.app.option.ObjectiveNames;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.Objective;
import java.util.List;

/**
 * Measures by which the states of a cluster are compared.
 *
 * @param objectives with their better directions; the first decides
 * @param known measures of the scenario
 */
record Measures(List<Objective> objectives, List<Measure> known) {
  Measures {
    objectives = List.copyOf(objectives);
    known = List.copyOf(known);
  }

  /**
   * Of a scenario.
   *
   * @param names as the user writes them; empty for the time of all and the slowdown of the slowest
   */
  static Measures of(Scenario scenario, List<String> names) {
    List<Measure> known = Measure.of(scenario);
    return new Measures(ObjectiveNames.of(known, names), known);
  }

  /** The measure that decides. */
  Objective first() {
    return objectives.getFirst();
  }

  /** As tables name it. */
  String name(Objective objective) {
    return known.stream()
        .filter(each -> each.key().equals(objective.measure()))
        .findFirst()
        .map(Measure::name)
        .orElse(objective.measure());
  }

  /** A value as people read it. */
  String value(Objective objective, double value) {
    return known.stream()
        .filter(each -> each.key().equals(objective.measure()))
        .findFirst()
        .map(each -> each.text(value))
        .orElse(String.valueOf(value));
  }
}
