package dev.headroom.tune.advice;

import dev.headroom.tune.study.CaseMeasure;
import dev.headroom.tune.study.StudyCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Alternative to a part of the settings.
 *
 * @param name short: {@code flowlet}
 * @param description for people
 * @param overrides {@code key=value} by the name of the case, for the cases that it concerns
 * @param measures those that decide; slowdowns of flows of another size say nothing
 */
public record Alternative(
    String name,
    String description,
    Map<String, List<String>> overrides,
    List<CaseMeasure> measures) {
  public Alternative {
    overrides = Map.copyOf(overrides);
    measures = List.copyOf(measures);
  }

  /** One with the same overrides in all cases. */
  static Alternative everywhere(
      String name, String description, List<StudyCase> cases, List<String> overrides) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    cases.forEach(each -> all.put(each.name(), overrides));
    return new Alternative(name, description, all, List.of(CaseMeasure.values()));
  }
}
