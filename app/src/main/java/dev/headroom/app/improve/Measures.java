package dev.headroom.app.improve;

import dev.headroom.app.process.BadInputException;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.MeasureNames;
import dev.headroom.tune.search.Objective;
import java.util.ArrayList;
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
    MeasureNames named = new MeasureNames(known);
    List<String> wanted = names.isEmpty() ? usual(known) : names;
    List<Objective> objectives = new ArrayList<>();
    for (String name : wanted) {
      Measure measure =
          named
              .find(name.strip())
              .orElseThrow(
                  () -> new BadInputException("--for " + name + ": " + named.unknown(name)));
      objectives.add(
          switch (measure.better()) {
            case LESS -> Objective.less(measure.key());
            case MORE -> Objective.more(measure.key());
            case NEITHER ->
                throw new BadInputException(
                    "--for %s: this measure has no better direction, so it is no objective"
                        .formatted(name));
          });
    }
    return new Measures(objectives, known);
  }

  private static List<String> usual(List<Measure> known) {
    boolean isCollective = known.stream().anyMatch(each -> each.key().equals(Measure.COLLECTIVE));
    return List.of(isCollective ? Measure.COLLECTIVE : Measure.COMPLETION, Measure.SLOWDOWN);
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
