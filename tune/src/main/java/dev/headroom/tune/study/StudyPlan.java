package dev.headroom.tune.study;

import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.space.Candidate;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Plan of a study's runs: how many the search has, and which follow it.
 *
 * @param presets that the search starts from and that the chosen settings are compared with
 * @param ofPresets comparisons of the chosen settings with the presets
 * @param ofChanges comparisons with today's settings under other conditions
 * @param later runs after the search
 * @param settings of the search
 */
record StudyPlan(
    List<NamedCandidate> presets,
    List<Pairing> ofPresets,
    List<Pairing> ofChanges,
    int later,
    SearchSettings settings) {
  private static final int FEWEST_RUNS = 70;
  private static final int LEAST_SEEDS = 3;
  private static final int MOST_SEEDS = 6;
  private static final int RUNS_PER_SEED = 60;

  /**
   * The plan of a study.
   *
   * @throws StudyException if a preset is unknown, or the runs are too few for the objectives
   */
  static StudyPlan of(Study study, StudySpace space, StudyVariants variants) {
    List<NamedCandidate> presets = presets(study, space);
    StudyPlan plan = of(study, presets, variants, study.runs());
    if (plan.isEnough()) {
      return plan;
    }
    int runs = study.runs();
    while (!of(study, presets, variants, runs).isEnough()) {
      runs++;
    }
    throw new StudyException(
        "runs",
        "%d are too few for %s: use at least %d, or fewer objectives"
            .formatted(study.runs(), CountedNoun.of(study.objectives().size(), "objective"), runs));
  }

  private static StudyPlan of(
      Study study, List<NamedCandidate> presets, StudyVariants variants, int budget) {
    int cases = variants.searched().size();
    int seeds = Math.clamp(budget / RUNS_PER_SEED / cases, LEAST_SEEDS, MOST_SEEDS);
    List<Pairing> changed = variants.changes(seeds);
    List<Pairing> preset = variants.presets(presets, seeds);
    int later =
        seeds * cases
            + preset.stream().mapToInt(pairing -> pairing.conditions().size()).sum()
            + changed.stream().mapToInt(pairing -> 2 * pairing.conditions().size()).sum();
    int runs = Math.max(FEWEST_RUNS, budget - later);
    SearchSettings settings =
        study.cases().isEmpty()
            ? SearchSettings.of(study.objectives(), runs, study.seed())
            : SearchSettings.ofVariants(
                study.objectives(), variants.searched(), runs, study.seed());
    return new StudyPlan(presets, preset, changed, later, settings);
  }

  /** Whether the runs of the search are enough for its objectives. */
  private boolean isEnough() {
    return settings.runs() >= settings.leastRuns();
  }

  /** All comparisons after the search. */
  List<Pairing> pairings() {
    return Stream.concat(ofPresets.stream(), ofChanges.stream()).toList();
  }

  /** Settings of presets in the sections that are searched, where the scenario accepts them. */
  private static List<NamedCandidate> presets(Study study, StudySpace space) {
    List<NamedCandidate> found = new ArrayList<>();
    List<String> sections =
        space.space().knobs().stream().map(StudyPlan::section).distinct().toList();
    for (String name : study.presets()) {
      Map<String, String> settings = new TreeMap<>();
      Presets.named(name)
          .orElseThrow(() -> new StudyException("no preset is called " + name))
          .written()
          .forEach((knob, value) -> {
            if (sections.contains(section(knob))) {
              settings.put(knob, value);
            }
          });
      Candidate candidate = Candidate.of(settings);
      List<String> overrides =
          settings.entrySet().stream().map(set -> set.getKey() + "=" + set.getValue()).toList();
      if (!settings.isEmpty() && study.scenario().read(overrides) instanceof ScenarioReader.Good) {
        found.add(new NamedCandidate(name, candidate));
      }
    }
    return List.copyOf(found);
  }

  private static String section(String knob) {
    return knob.substring(0, Math.max(0, knob.indexOf('.')));
  }
}
