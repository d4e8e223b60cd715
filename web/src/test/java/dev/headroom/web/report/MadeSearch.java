package dev.headroom.web.report;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Evaluation;
import dev.headroom.tune.search.KnobEffect;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.ObjectiveEffects;
import dev.headroom.tune.search.ObjectiveEstimate;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.StopReason;
import dev.headroom.tune.search.Verdict;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.DeviceTables;
import dev.headroom.tune.space.KnobSpaces;
import dev.headroom.tune.space.Space;
import dev.headroom.tune.study.Constraint;
import dev.headroom.tune.study.Study;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.trial.ScenarioText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Result of a search with any number of settings, for pages: figures by arithmetic, no runs. */
final class MadeSearch {
  private static final String SCENARIO =
      """
      name: made search
      fabric: {topology: single, hosts: 4}
      workload: {type: incast, fanIn: 3, size: 1MB}
      """;

  private static final List<Objective> OBJECTIVES =
      List.of(
          Objective.less(Measure.COMPLETION),
          Objective.less(Measure.SLOWDOWN),
          Objective.less("deepestQueueBytes"));

  private MadeSearch() {}

  static Scenario scenario() {
    return ((ScenarioReader.Good) text().read(List.of())).scenario();
  }

  private static ScenarioText text() {
    return new ScenarioText("made.yaml", SCENARIO, Map.of(), List.of());
  }

  /** A search that ran so many settings. */
  static StudyResult of(int settings) {
    Study study =
        new Study(
            text(),
            List.of(),
            OBJECTIVES,
            List.of(),
            "",
            "",
            List.of(),
            List.of(),
            0,
            2 * settings,
            1,
            1000);
    Space space =
        new KnobSpaces(DeviceTables.NONE, Map.of())
            .matching(List.of("congestion.k*", "congestion.pmax", "congestion.cnpInterval"))
            .space();
    Random random = new Random(settings);
    List<RankedCandidate> candidates = new ArrayList<>();
    candidates.add(ranked(Candidate.TODAY, new double[] {0.5, 0.5, 0.5, 0.5}, random));
    while (candidates.size() < settings) {
      int[] codes =
          space.dimensions().stream().mapToInt(each -> random.nextInt(each.size())).toArray();
      candidates.add(ranked(space.candidate(codes), space.unit(codes), random));
    }
    List<RankedCandidate> front =
        candidates.stream()
            .filter(each -> each.evaluation().isFeasible())
            .filter(each -> candidates.stream().noneMatch(other -> beats(other, each)))
            .sorted(Comparator.comparingDouble(each -> each.estimates().getFirst().value()))
            .toList();
    SearchResult search =
        new SearchResult(
            Verdict.LEAVE_IT,
            StopReason.RUNS,
            candidates.getFirst(),
            candidates.getFirst().evaluation(),
            candidates,
            front,
            List.of(),
            Optional.empty(),
            List.of(),
            List.of(),
            effects(space),
            2.0 * settings);
    return new StudyResult(
        study, space, List.of(), search, List.of(), List.of(), Constraint.standard());
  }

  /** Low queues cost completion, and the other way round; some drop packets. */
  private static RankedCandidate ranked(Candidate candidate, double[] at, Random random) {
    double noise = 1 + 0.02 * random.nextGaussian();
    double waste = 1 + 0.6 * at[1] + 0.3 * at[2] * at[3];
    double[] values = {
      1e8 * (1.6 - 0.6 * at[0]) * waste * noise,
      (1 + 4 * at[0]) * waste * noise,
      1e5 * (0.2 + 3 * at[0]) * waste * noise
    };
    double drops = at[0] > 0.9 && at[1] > 0.5 ? 10 : 0;
    RunAnswer answer =
        new RunAnswer.Measured(
            Map.of(
                Measure.COMPLETION,
                values[0],
                Measure.SLOWDOWN,
                values[1],
                "deepestQueueBytes",
                values[2]),
            Map.of("no-lossless-drops", drops));
    List<ObjectiveEstimate> estimates = new ArrayList<>();
    for (double value : values) {
      estimates.add(new ObjectiveEstimate(value, 0.02 * value));
    }
    return new RankedCandidate(
        new Evaluation(candidate, Map.of(Condition.seed(1), answer, Condition.seed(2), answer)),
        estimates);
  }

  private static boolean beats(RankedCandidate other, RankedCandidate each) {
    boolean better = false;
    for (int i = 0; i < OBJECTIVES.size(); i++) {
      double difference = other.estimates().get(i).value() - each.estimates().get(i).value();
      if (difference > 0) {
        return false;
      }
      better |= difference < 0;
    }
    return better && other.evaluation().isFeasible();
  }

  private static List<ObjectiveEffects> effects(Space space) {
    List<KnobEffect> knobs =
        space.dimensions().stream()
            .map(dimension ->
                new KnobEffect(
                    dimension.knob(),
                    new KnobEffect.Share(0.3, 0.05),
                    new KnobEffect.Share(0.4, 0.05),
                    dimension.values().stream()
                        .map(value -> new KnobEffect.Point(value, 1e8 + value.length() * 1e6))
                        .toList()))
            .toList();
    return List.of(
        new ObjectiveEffects(OBJECTIVES.getFirst(), ObjectiveEffects.Kind.KNOWN, 0.9, knobs),
        new ObjectiveEffects(OBJECTIVES.get(1), ObjectiveEffects.Kind.FLAT, 0, List.of()),
        new ObjectiveEffects(OBJECTIVES.get(2), ObjectiveEffects.Kind.UNKNOWN, 0, List.of()));
  }
}
