package dev.headroom.tune.study;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.Objective;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names, values and units of a study's objectives as people read them. */
public final class ObjectiveText {
  private final Map<String, Measure> measures;

  /** Those of a study. */
  public ObjectiveText(Study study) {
    measures =
        measures(study).stream()
            .collect(Collectors.toMap(Measure::key, Function.identity(), (a, b) -> a));
  }

  private static List<Measure> measures(Study study) {
    return study.scenario().read(List.of()) instanceof ScenarioReader.Good good
        ? Measure.of(good.scenario())
        : List.of();
  }

  /** The name of an objective as tables show it. */
  public String name(Objective objective) {
    Measure measure = measures.get(objective.measure());
    return measure == null
        ? CaseMeasure.of(objective.measure()).map(CaseMeasure::title).orElse(objective.measure())
        : measure.name();
  }

  /** A value of an objective as people read it. */
  public String value(Objective objective, double value) {
    Measure measure = measures.get(objective.measure());
    // An estimate is a sum of effects, which may lie below the 0 that no measure passes.
    return measure == null ? NumberText.percent(value) : measure.text(Math.max(0, value));
  }

  /** The unit of an objective, in lower case: {@code time}, {@code size}, ... */
  public String unit(Objective objective) {
    Measure measure = measures.get(objective.measure());
    return measure == null ? "count" : measure.unit().name().toLowerCase(Locale.ROOT);
  }
}
