package dev.headroom.tune.study;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.trial.ScenarioText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Variants of a study's scenario: its cases, and changes of conditions.
 *
 * @param texts the scenario by variant; blank is the scenario itself
 * @param caseOf the case of each variant; empty for a study of one scenario
 * @param searched variants that the search runs, in order
 * @param changed changes of conditions, with the variants that have them
 */
record StudyVariants(
    Map<String, ScenarioText> texts,
    Map<String, StudyCase> caseOf,
    List<String> searched,
    Map<ConditionChange, List<String>> changed) {

  /** The change that is made to each of several cases. */
  private static final String OF_CASES = "link-down";

  /** Those of a study. */
  static StudyVariants of(Study study, Scenario scenario) {
    return study.cases().isEmpty() ? ofScenario(study, scenario) : ofCases(study);
  }

  private static StudyVariants ofScenario(Study study, Scenario scenario) {
    Map<String, ScenarioText> texts = new TreeMap<>();
    Map<ConditionChange, List<String>> changed = new LinkedHashMap<>();
    texts.put("", study.scenario());
    for (ConditionChange change : ConditionChanges.of(study.scenario(), scenario)) {
      texts.put(change.name(), study.scenario().with(change.overrides()));
      changed.put(change, List.of(change.name()));
    }
    return new StudyVariants(texts, Map.of(), List.of(""), changed);
  }

  private static StudyVariants ofCases(Study study) {
    Map<String, ScenarioText> texts = new TreeMap<>();
    Map<String, StudyCase> caseOf = new TreeMap<>();
    Map<ConditionChange, List<String>> changed = new LinkedHashMap<>();
    for (StudyCase each : study.cases()) {
      ScenarioText own = study.scenario().with(each.overrides());
      texts.put(each.name(), own);
      caseOf.put(each.name(), each);
      if (own.read(List.of()) instanceof ScenarioReader.Good good) {
        for (ConditionChange change : ConditionChanges.of(own, good.scenario())) {
          if (change.name().equals(OF_CASES)) {
            String variant = each.name() + ", " + change.name();
            texts.put(variant, own.with(change.overrides()));
            caseOf.put(variant, each);
            changed.computeIfAbsent(change, _ -> new ArrayList<>()).add(variant);
          }
        }
      }
    }
    return new StudyVariants(
        texts, caseOf, study.cases().stream().map(StudyCase::name).toList(), changed);
  }

  /** Each change, with today's settings under it. */
  List<Pairing> changes(int seeds) {
    List<Pairing> all = new ArrayList<>();
    changed.forEach((change, variants) ->
        all.add(
            new Pairing(
                change.name(),
                change.description(),
                Candidate.TODAY,
                SearchSettings.seeds(variants, Pairing.FIRST_SEED, seeds))));
    return List.copyOf(all);
  }

  /** Each preset, under the variants that are searched. */
  List<Pairing> presets(List<NamedCandidate> presets, int seeds) {
    List<Condition> conditions = SearchSettings.seeds(searched, Pairing.FIRST_SEED, seeds);
    return presets.stream()
        .map(
            each -> new Pairing(each.name(), "preset " + each.name(), each.candidate(), conditions))
        .toList();
  }
}
