package dev.headroom.tune.advice;

import dev.headroom.tune.study.CaseMeasure;
import dev.headroom.tune.study.StudyCase;
import dev.headroom.tune.study.StudyListener;
import dev.headroom.tune.trial.ScenarioText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Choice of routing, queue pairs and classes by runs, one topic after another. What is chosen holds
 * in the runs of the next topic.
 */
final class StructureRuns {
  /** Seeds of these runs; those of the search and of its comparisons are others. */
  private static final long FIRST_SEED = 3001;

  private static final int SEEDS = 5;

  /** Seeds of a topic that concerns one case only. */
  private static final int SEEDS_OF_ONE = 10;

  private final AdvicePlan plan;
  private final FabricDesign whole;
  private final FabricDesign piece;
  private final AlternativeRuns runs;
  private final StudyListener listener;
  private final List<TopicComparison> topics = new ArrayList<>();
  private ScenarioText base;
  private List<StudyCase> cases;

  /**
   * @param base the formulas' settings
   * @param cases that are run
   */
  StructureRuns(
      AdvicePlan plan,
      FabricDesign whole,
      FabricDesign piece,
      AlternativeRuns runs,
      ScenarioText base,
      List<StudyCase> cases) {
    this.plan = plan;
    this.whole = whole;
    this.piece = piece;
    this.runs = runs;
    this.listener = runs.listener();
    this.base = base;
    this.cases = cases;
  }

  /** Compares all topics. */
  void run() {
    if (piece.isMultipath()) {
      topic(TopicComparison.ROUTING, "ecmp", routing(), SEEDS);
      topic(TopicComparison.QUEUE_PAIRS, "1", queuePairs(), SEEDS_OF_ONE);
    }
    topic(TopicComparison.CLASSES, "3", classes(), SEEDS_OF_ONE);
  }

  List<TopicComparison> topics() {
    return List.copyOf(topics);
  }

  /** The settings with what was chosen. */
  ScenarioText base() {
    return base;
  }

  /** The cases with what was chosen. */
  List<StudyCase> cases() {
    return List.copyOf(cases);
  }

  private void topic(String topic, String before, List<Alternative> alternatives, int seeds) {
    if (alternatives.isEmpty() || alternatives.getFirst().overrides().isEmpty()) {
      return;
    }
    listener.stage("comparison of " + topic);
    TopicComparison comparison =
        new TopicComparison(
            topic, before, runs.compare(base, cases, alternatives, FIRST_SEED, seeds));
    topics.add(comparison);
    Optional<Alternative> adopted = comparison.adopted().map(ComparedAlternative::alternative);
    if (adopted.isPresent()) {
      adopt(adopted.get());
    }
  }

  private void adopt(Alternative chosen) {
    List<String> common =
        chosen.overrides().values().stream()
            .flatMap(List::stream)
            .distinct()
            .filter(each -> !each.startsWith("workload."))
            .toList();
    base = base.with(common);
    cases =
        cases.stream()
            .map(each -> {
              List<String> own =
                  chosen.overrides().getOrDefault(each.name(), List.of()).stream()
                      .filter(override -> override.startsWith("workload."))
                      .toList();
              return new StudyCase(
                  each.name(),
                  each.description(),
                  Stream.concat(each.overrides().stream(), own.stream()).toList(),
                  each.measure());
            })
            .toList();
  }

  private List<Alternative> routing() {
    List<Alternative> all = new ArrayList<>();
    all.add(
        Alternative.everywhere(
            "flowlet",
            "a flow may take another way after a gap",
            cases,
            List.of("routing.algorithm=flowlet")));
    if (!plan.inOrder()) {
      all.add(
          Alternative.everywhere(
              "adaptive",
              "each packet takes the shortest queue; NICs place packets out of order",
              cases,
              List.of("routing.algorithm=adaptive", "transport.recovery=out-of-order")));
    }
    return all;
  }

  private List<Alternative> queuePairs() {
    String permutation = TrafficKind.PERMUTATION.word();
    if (cases.stream().noneMatch(each -> each.name().equals(permutation))) {
      return List.of();
    }
    return Stream.of(2, 4, 8)
        .map(count ->
            new Alternative(
                count.toString(),
                count + " queue pairs share each message",
                Map.of(permutation, List.of("workload.queuePairs=" + count)),
                List.of(CaseMeasure.WORK)))
        .toList();
  }

  /** Storage in a lossless class of its own, if the whole chip has the headroom. */
  private List<Alternative> classes() {
    String storage = TrafficKind.STORAGE.word();
    if (cases.stream().noneMatch(each -> each.name().equals(storage)) || !hasRoomForTwo()) {
      return List.of();
    }
    int entry = piece.keys().getOrDefault("rails", 1);
    return List.of(
        new Alternative(
            "3,4",
            "storage has a lossless class of its own with half of the links",
            Map.of(
                storage,
                List.of(
                    "pfc.classes=[3,4]",
                    "fabric.switches.scheduling=strict:6,7 dwrr:0=1,3=50,4=50",
                    "hosts.scheduling=dwrr:3=50,4=50",
                    "workload.%d.transport.class=4".formatted(entry))),
            List.of(CaseMeasure.values())));
  }

  private boolean hasRoomForTwo() {
    return FormulaSettings.canHave(plan.cluster(), whole, 2);
  }
}
