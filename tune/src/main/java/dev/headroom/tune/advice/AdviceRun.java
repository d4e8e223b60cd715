package dev.headroom.tune.advice;

import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.SearchProgress;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.Verdict;
import dev.headroom.tune.study.CaseMeasure;
import dev.headroom.tune.study.Constraint;
import dev.headroom.tune.study.Study;
import dev.headroom.tune.study.StudyCase;
import dev.headroom.tune.study.StudyFolder;
import dev.headroom.tune.study.StudyListener;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyRun;
import dev.headroom.tune.study.TodayValues;
import dev.headroom.tune.trial.ScenarioText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Run of an advice: the structure by comparisons, the thresholds by a search over all cases, and
 * the proof of what the search changed.
 *
 * <p>What was known when a run was interrupted is in {@link #known()}.
 */
public final class AdviceRun {
  /** Seeds of the comparisons after the search. */
  private static final long FIRST_OF_REVERTS = 4001;

  private static final long FIRST_OF_TOTAL = 5001;
  private static final int SEEDS_OF_REVERTS = 4;
  private static final int SEEDS_OF_TOTAL = 6;

  private final AdvicePlan plan;
  private final StudyFolder folder;
  private final String engine;
  private final RunCache cache;
  private final StudyListener listener;
  private final int threads;
  private AdviceBasis basis;
  private List<StudyCase> cases;
  private List<TopicComparison> topics = List.of();
  private SearchedSettings search = SearchedSettings.NONE;

  /**
   * A run.
   *
   * @param folder gets the search; one that holds the same search continues it
   * @param engine version of the program
   * @param threads runs at the same time, 1 or more
   * @throws AdviceException if no such fabric can be built
   */
  public AdviceRun(
      AdvicePlan plan,
      StudyFolder folder,
      String engine,
      RunCache cache,
      StudyListener listener,
      int threads) {
    this.plan = plan;
    this.folder = folder;
    this.engine = engine;
    this.cache = cache;
    this.listener = listener;
    this.threads = threads;
    basis = AdviceBasis.of(plan.cluster());
    cases = cases(plan, basis);
  }

  /** The cases of a plan on the piece of its fabric. */
  static List<StudyCase> cases(AdvicePlan plan, AdviceBasis basis) {
    return plan.traffic().stream()
        .map(each -> each.kind().on(plan.cluster(), basis.piece().design(), each.size()))
        .toList();
  }

  /** What is known so far: at least the design and what formulas say. */
  public FabricAdvice known() {
    return new FabricAdvice(plan, basis, cases, topics, search);
  }

  /**
   * Runs all of it.
   *
   * @throws java.util.concurrent.CancellationException if the user stopped it
   */
  public FabricAdvice run() throws IOException {
    listener.began(0, plan.mostRuns(), 0);
    AlternativeRuns runs = new AlternativeRuns(cache, listener, threads, plan.trialLimitMs());
    ScenarioText base = structure(runs);
    Study study = study(base);
    folder.begin(study, engine);
    listener.stage("formulas' settings and evenly spread ones");
    StudyResult result =
        new StudyRun(study, folder, cache, new PartOfAll(), threads, List.of(marksFirst())).run();
    search = new SearchedSettings(Optional.of(result), Map.of(), List.of(), Optional.empty());
    search = settle(runs, base, result);
    return known();
  }

  private ScenarioText structure(AlternativeRuns runs) {
    StructureRuns structure =
        new StructureRuns(plan, basis.design(), basis.piece().design(), runs, scenario(), cases);
    try {
      structure.run();
    } finally {
      topics = structure.topics();
    }
    boolean isSplit =
        topics.stream()
            .anyMatch(
                each -> each.topic().equals(TopicComparison.CLASSES) && each.adopted().isPresent());
    cases = structure.cases();
    if (!isSplit) {
      return structure.base();
    }
    basis = basis.with(plan.cluster(), 2);
    List<String> kmin = new ArrayList<>();
    basis.formula().knobs().forEach((knob, value) -> kmin.add(knob + "=" + value));
    return structure.base().with(kmin);
  }

  /** The piece with the formulas' settings. */
  private ScenarioText scenario() {
    String text =
        DesignedScenario.text(
            "advice for %,d hosts".formatted(plan.cluster().hosts()),
            List.of(),
            plan.cluster(),
            basis.piece().design(),
            basis.piece().bufferBytes(),
            basis.formula().knobs(),
            "{type: permutation}");
    return new ScenarioText("piece.yaml", text, Map.of(), List.of());
  }

  private Study study(ScenarioText base) {
    return new Study(
        base,
        cases,
        CaseMeasure.objectives(),
        List.of(),
        space(),
        "the space of the advice",
        plan.devices(),
        List.of(), // presets set parameters of NICs, which are not searched
        0,
        plan.runs(),
        plan.seed(),
        plan.trialLimitMs());
  }

  /** Thresholds and alpha. No Kmin above the bound for a very large alpha can be allowed. */
  private String space() {
    long most = Math.max(2000, basis.formula().boundOfKmin(1e6) / 1000 * 1000);
    long least = Math.max(1000, most / 32 / 1000 * 1000);
    return """
    knobs:
      - {knob: congestion.kmin, from: %dB, to: %dB, scale: log, levels: 12}
      - {knob: congestion.kmax, times: congestion.kmin, from: 1.5, to: 16, levels: 8}
      - {knob: congestion.pmax, from: 0.01, to: 1, levels: 8}
      - {knob: fabric.switches.alpha, values: ["0.125", "0.25", "0.5", "1", "2", "4"]}
    """
        .formatted(least, most);
  }

  /** Marks before pauses on the whole chip, whatever the traffic. */
  private Constraint marksFirst() {
    FormulaSettings formula = basis.formula();
    return new Constraint.OfScenario(
        "marks-first",
        "on the whole chip no ingress is paused before a queue marks, whatever the traffic (Zhu et"
            + " al., SIGCOMM 2015)",
        scenario -> {
          double bound = formula.boundOfKmin(alpha(scenario));
          return Math.max(0, kmin(scenario) / bound - 1);
        });
  }

  private double alpha(Scenario scenario) {
    return scenario.settings().get(SwitchKnobs.ALPHA).at(plan.cluster().rate());
  }

  private double kmin(Scenario scenario) {
    return DerivedDefaults.kmin(scenario.settings(), plan.cluster().rate()).bytes();
  }

  /**
   * Keeps of the search's changes those that are better than the formulas' value, and proves it.
   */
  private SearchedSettings settle(AlternativeRuns runs, ScenarioText base, StudyResult result) {
    SearchResult found = result.search();
    Map<String, String> changed = changed(base, found);
    if (changed.isEmpty()) {
      return search;
    }
    listener.stage("each change alone set back");
    List<ComparedAlternative> reverts = reverts(runs, base, changed);
    Map<String, String> kept = new TreeMap<>(changed);
    reverts.stream()
        .filter(each -> !each.isWorse())
        .forEach(each -> kept.remove(each.alternative().name()));
    listener.stage("comparison with the formulas' settings");
    if (!kept.isEmpty() && !kept.equals(changed)) {
      ComparedAlternative total = total(runs, base, kept);
      if (total.isWorse()) {
        return new SearchedSettings(Optional.of(result), kept, reverts, Optional.of(total));
      }
    }
    ComparedAlternative total = total(runs, base, changed);
    boolean isProven = total.isWorse() || found.verdict() == Verdict.REPAIR;
    return new SearchedSettings(
        Optional.of(result), isProven ? changed : Map.of(), reverts, Optional.of(total));
  }

  private static Map<String, String> changed(ScenarioText base, SearchResult found) {
    Map<String, String> changed = new TreeMap<>();
    Optional<Finalist> recommended = found.recommended();
    if (recommended.isPresent() && base.read(List.of()) instanceof ScenarioReader.Good good) {
      Map<String, String> today = TodayValues.of(good.scenario());
      recommended
          .get()
          .candidate()
          .candidate()
          .settings()
          .forEach((knob, value) -> {
            if (!value.equals(today.get(knob))) {
              changed.put(knob, value);
            }
          });
    }
    return changed;
  }

  private List<ComparedAlternative> reverts(
      AlternativeRuns runs, ScenarioText base, Map<String, String> changed) {
    Map<String, String> formula = basis.formula().knobs();
    List<Alternative> alternatives = new ArrayList<>();
    changed.forEach((knob, value) -> {
      String before = formula.get(knob);
      if (before != null) {
        alternatives.add(
            Alternative.everywhere(
                knob, before + " instead of " + value, cases, List.of(knob + "=" + before)));
      }
    });
    return runs.compare(
        base.with(overrides(changed)), cases, alternatives, FIRST_OF_REVERTS, SEEDS_OF_REVERTS);
  }

  /** The formulas' settings beside the changed ones. */
  private ComparedAlternative total(
      AlternativeRuns runs, ScenarioText base, Map<String, String> changed) {
    Map<String, String> back = new TreeMap<>();
    basis
        .formula()
        .knobs()
        .forEach((knob, value) -> {
          if (changed.containsKey(knob)) {
            back.put(knob, value);
          }
        });
    Alternative formula =
        Alternative.everywhere("formulas", "the formulas' settings", cases, overrides(back));
    return runs.compare(
            base.with(overrides(changed)), cases, List.of(formula), FIRST_OF_TOTAL, SEEDS_OF_TOTAL)
        .getFirst();
  }

  private static List<String> overrides(Map<String, String> knobs) {
    return knobs.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
  }

  /** Listener of the search, whose budget is a part of the advice's. */
  private final class PartOfAll implements StudyListener {
    @Override
    public void ended(RunRequest request, RunAnswer answer) {
      listener.ended(request, answer);
    }

    @Override
    public void progressed(SearchProgress progress) {
      listener.progressed(progress);
    }

    @Override
    public void checking(int left) {
      listener.stage("comparison with presets and check under other conditions");
    }

    @Override
    public boolean isStopped() {
      return listener.isStopped();
    }

    @Override
    public boolean isOver() {
      return listener.isOver();
    }
  }
}
