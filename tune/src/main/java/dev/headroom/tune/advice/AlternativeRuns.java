package dev.headroom.tune.advice;

import dev.headroom.model.statistics.JointConfidence;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Evaluation;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.search.UnseenDifference;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.study.CaseMeasure;
import dev.headroom.tune.study.Constraint;
import dev.headroom.tune.study.StudyCase;
import dev.headroom.tune.study.StudyListener;
import dev.headroom.tune.study.StudyText;
import dev.headroom.tune.study.TrialEvaluator;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.ScenarioTrialRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Runs of alternatives beside the settings that they would replace, with common seeds. A figure of
 * an alternative is divided by that of the settings in the same case under the same seed, so that
 * cases of different sizes count alike.
 *
 * @param listener is told of runs, and stops them
 * @param threads runs at the same time, 1 or more
 */
record AlternativeRuns(RunCache cache, StudyListener listener, int threads, long trialLimitMs) {
  private static final double CONFIDENCE = 0.95;

  /**
   * Compares alternatives.
   *
   * @param base the settings
   * @param cases workloads that are laid over them
   * @param firstSeed of consecutive ones
   */
  List<ComparedAlternative> compare(
      ScenarioText base,
      List<StudyCase> cases,
      List<Alternative> alternatives,
      long firstSeed,
      int seeds) {
    Map<String, ScenarioText> texts = new TreeMap<>();
    Set<RunRequest> requests = new LinkedHashSet<>();
    for (StudyCase each : cases) {
      texts.put(each.name(), base.with(each.overrides()));
      for (Alternative alternative : alternatives) {
        List<String> overrides = alternative.overrides().get(each.name());
        if (overrides != null) {
          texts.put(variant(each, alternative), base.with(each.overrides()).with(overrides));
          for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            requests.add(request(each.name(), seed));
            requests.add(request(variant(each, alternative), seed));
          }
        }
      }
    }
    Map<RunRequest, RunAnswer> table = run(texts, List.copyOf(requests));
    double confidence =
        JointConfidence.ofEach(
            CONFIDENCE, alternatives.stream().mapToInt(each -> each.measures().size()).sum());
    return alternatives.stream().map(each -> compared(each, cases, table, confidence)).toList();
  }

  private static String variant(StudyCase of, Alternative alternative) {
    return of.name() + ", " + alternative.name();
  }

  private static RunRequest request(String variant, long seed) {
    return new RunRequest(Candidate.TODAY, new Condition(variant, seed), Fidelity.FULL);
  }

  private Map<RunRequest, RunAnswer> run(
      Map<String, ScenarioText> texts, List<RunRequest> requests) {
    Duration limit = Duration.ofMillis(trialLimitMs);
    try (TrialEvaluator trials =
        new TrialEvaluator(
            texts,
            text -> new ScenarioTrialRunner(text, cache, limit, listener::isStopped),
            Constraint.standard(),
            listener::ended,
            threads)) {
      List<RunAnswer> answers = trials.evaluate(requests);
      Map<RunRequest, RunAnswer> table = new LinkedHashMap<>();
      for (int i = 0; i < requests.size(); i++) {
        table.put(requests.get(i), answers.get(i));
      }
      return table;
    }
  }

  private static ComparedAlternative compared(
      Alternative alternative,
      List<StudyCase> cases,
      Map<RunRequest, RunAnswer> table,
      double confidence) {
    Map<Condition, RunAnswer> own = new LinkedHashMap<>();
    Map<CaseMeasure, List<Double>> ratios = new TreeMap<>();
    for (StudyCase each : cases) {
      for (Map.Entry<RunRequest, RunAnswer> entry : table.entrySet()) {
        Condition condition = entry.getKey().condition();
        if (condition.variant().equals(variant(each, alternative))) {
          own.put(condition, entry.getValue());
          RunAnswer base =
              table.getOrDefault(
                  request(each.name(), condition.seed()), new RunAnswer.Failed("not run"));
          for (CaseMeasure measure : alternative.measures()) {
            ratios
                .computeIfAbsent(measure, _ -> new ArrayList<>())
                .add(measure.ratio(each, entry.getValue(), base));
          }
        }
      }
    }
    Evaluation evaluation = new Evaluation(Candidate.TODAY, own);
    String fault = evaluation.isFeasible() ? "" : StudyText.faults(evaluation);
    List<UnseenDifference> differences = new ArrayList<>();
    ratios.forEach((measure, values) -> {
      double[] after = values.stream().mapToDouble(Double::doubleValue).toArray();
      if (Arrays.stream(after).allMatch(Double::isFinite)) {
        differences.add(difference(measure, alternative, after, confidence));
      }
    });
    return new ComparedAlternative(
        alternative, differences.size() < ratios.size() ? List.of() : differences, fault);
  }

  private static UnseenDifference difference(
      CaseMeasure measure, Alternative alternative, double[] after, double confidence) {
    double[] before = new double[after.length];
    Arrays.fill(before, 1);
    return new UnseenDifference(
        Objective.less(measure.key()),
        alternative.name(),
        1,
        Arrays.stream(after).average().orElseThrow(),
        PairedDifference.of(before, after, confidence),
        SearchSettings.NEGLIGIBLE);
  }
}
