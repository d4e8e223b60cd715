package dev.headroom.tune.study;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.DeviceTables;
import dev.headroom.tune.space.KnobSpaces;
import dev.headroom.tune.space.Space;
import dev.headroom.tune.space.SwitchTiers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Space of a study.
 *
 * @param space the knobs with their values
 * @param leftOut a sentence for each knob that was named and is not searched
 * @param today today's settings as a point of the space; empty if a value is not in it
 */
record StudySpace(Space space, List<String> leftOut, Optional<Candidate> today) {
  /** Name of the reference that settings of NICs need. */
  private static final String LINE_RATE = "line rate";

  /**
   * The space of a study.
   *
   * @throws StudyException if a pattern, a device or the space file is wrong, or no knob is left
   */
  static StudySpace of(Study study, Scenario scenario) {
    KnobSpaces spaces =
        new KnobSpaces(
            devices(study, scenario),
            TodayValues.finder(scenario),
            SwitchTiers.of(scenario.fabric()));
    if (!study.spaceFile().isEmpty()) {
      Space space = ofFile(study, spaces);
      checkNodes(study, space);
      return new StudySpace(space, List.of(), spaces.today(space));
    }
    KnobSpaces.Choice choice = choice(study, spaces);
    if (choice.space().size() == 0) {
      throw new StudyException("no knob is left to search: " + String.join("; ", choice.leftOut()));
    }
    return new StudySpace(choice.space(), choice.leftOut(), spaces.today(choice.space()));
  }

  private static DeviceTables devices(Study study, Scenario scenario) {
    try {
      return DeviceTables.of(study.devices(), Map.of(LINE_RATE, lineRate(scenario)));
    } catch (IllegalArgumentException e) {
      throw new StudyException("devices", String.valueOf(e.getMessage()), e);
    }
  }

  private static KnobSpaces.Choice choice(Study study, KnobSpaces spaces) {
    try {
      return study.knobs().isEmpty() ? spaces.defaults() : spaces.matching(study.knobs());
    } catch (IllegalArgumentException e) {
      throw new StudyException("knobs", String.valueOf(e.getMessage()), e);
    }
  }

  private static Space ofFile(Study study, KnobSpaces spaces) {
    YamlProblems problems = new YamlProblems();
    return spaces
        .read(study.spaceFile(), study.spaceName(), problems)
        .orElseThrow(() ->
            new StudyException(
                problems.inOrder().stream()
                    .map(Problem::toString)
                    .collect(Collectors.joining("\n"))));
  }

  /** Refuses a knob for some nodes where the scenario has no such nodes or knob. */
  private static void checkNodes(Study study, Space space) {
    Map<String, String> settings = space.candidate(new int[space.size()]).settings();
    for (String key : space.knobs()) {
      if (SetKey.nodes(key).isPresent()
          && study.scenario().read(List.of(key + "=" + settings.get(key)))
              instanceof ScenarioReader.Bad bad
          && !bad.misfit()) {
        throw new StudyException(
            bad.problems().stream()
                .map(problem -> study.spaceName() + ": " + problem)
                .collect(Collectors.joining("\n")));
      }
    }
  }

  /** The highest rate of a host's link, in bits per second. */
  private static double lineRate(Scenario scenario) {
    return scenario.fabric().hostRates(_ -> true).stream()
        .mapToDouble(rate -> rate.bps())
        .max()
        .orElse(0);
  }
}
