package dev.headroom.tune.study;

import dev.headroom.tune.search.Objective;
import dev.headroom.tune.trial.ScenarioText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Differences of two studies, by the options that make them. */
final class StudyDifferences {
  /** Parts that are compared by their text. */
  private record Part(String name, Function<Study, String> text) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("--for", study -> joined(study.objectives(), Objective::measure)),
          new Part("--workload", study -> joined(study.cases(), StudyCase::name)),
          new Part("--knobs", study -> String.join(",", study.knobs())),
          new Part("--space", Study::spaceName),
          new Part("the devices", study -> String.join(",", study.devices())),
          new Part("the presets", study -> String.join(",", study.presets())),
          new Part("--fairness", study -> study.fairness() == 0 ? "" : study.fairness() + ""),
          new Part("--runs", study -> study.runs() + ""),
          new Part("--seed", study -> study.seed() + ""),
          new Part("--trial-limit", study -> study.trialLimitMs() + "ms"));

  private StudyDifferences() {}

  /** A sentence for each difference; none if both are the same study. */
  static List<String> of(Study there, Study here) {
    List<String> found = new ArrayList<>(ofScenarios(there.scenario(), here.scenario()));
    for (Part part : PARTS) {
      String before = part.text().apply(there);
      String now = part.text().apply(here);
      if (!before.equals(now)) {
        found.add(difference(part.name(), before, now));
      }
    }
    if (!there.spaceFile().equals(here.spaceFile()) && there.spaceName().equals(here.spaceName())) {
      found.add("the file of --space has another text");
    }
    if (found.isEmpty() && !there.equals(here)) {
      found.add("the workloads have other sizes");
    }
    return List.copyOf(found);
  }

  private static List<String> ofScenarios(ScenarioText there, ScenarioText here) {
    List<String> found = new ArrayList<>();
    if (!there.settings().equals(here.settings())) {
      found.add(
          difference(
              "settings of the scenario",
              String.join(" ", there.settings()),
              String.join(" ", here.settings())));
    }
    if (!there.text().equals(here.text()) || !there.files().equals(here.files())) {
      found.add(
          "the scenario (%s there, %s here) has another text".formatted(there.name(), here.name()));
    } else if (!there.name().equals(here.name())) {
      found.add(difference("name of the scenario", there.name(), here.name()));
    }
    return found;
  }

  private static <T> String joined(Collection<T> all, Function<T, String> text) {
    return String.join(",", all.stream().map(text).toList());
  }

  private static String difference(String what, String there, String here) {
    return "%s: %s there, %s here"
        .formatted(what, there.isEmpty() ? "none" : there, here.isEmpty() ? "none" : here);
  }
}
