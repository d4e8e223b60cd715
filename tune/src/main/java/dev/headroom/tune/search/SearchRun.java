package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.moeaframework.core.Solution;

/** One run of a search: its stages, one after another. */
final class SearchRun {
  /** Candidates that have several runs from the begin, so that the noise is known. */
  private static final int PILOTS = 4;

  private static final int PILOT_RUNS = 3;

  /** Generations without progress after which a search ends. */
  private static final int PATIENCE = 5;

  /** Full runs above which CMA-ES follows. */
  private static final int LEAST_FOR_REFINEMENT = 500;

  /** Share of a larger budget for NSGA-II. */
  private static final double GENERATIONS_SHARE = 0.6;

  /** Ranks of candidates that take part in a race between generations. */
  private static final int RANKS = 2;

  private static final int MOST_POINTS_TRIED = 10_000;

  private final Space space;
  private final Start start;
  private final SearchSettings settings;
  private final SearchListener listener;
  private final BooleanSupplier isOver;
  private final Budget budget;
  private final RunTable table;
  private final Race race;
  private final Screen screen;
  private SearchProgress.Stage stage = SearchProgress.Stage.START;
  private Set<Objective> flat = Set.of();

  SearchRun(
      Space space,
      Start start,
      SearchSettings settings,
      Evaluator evaluator,
      SearchListener listener,
      BooleanSupplier isOver) {
    this.space = space;
    this.start = start;
    this.settings = settings;
    this.listener = listener;
    this.isOver = isOver;
    budget = Budget.of(settings);
    table = new RunTable(evaluator, settings.objectives(), listener);
    race = new Race(settings, table);
    screen = new Screen(settings, table);
  }

  SearchResult run() {
    GridProblem problem = new GridProblem(space, settings.objectives().size());
    List<Solution> first = first(problem);
    StopReason stop = generations(problem, first);
    if (stop == StopReason.RUNS && settings.runs() > LEAST_FOR_REFINEMENT) {
      stage = SearchProgress.Stage.REFINEMENT;
      stop = refinement();
    }
    if (stop != StopReason.TIME && stop != StopReason.FLAT) {
      race.finish(budget.forRace(table.cost()), atOnce(), flat);
    }
    return finish(stop);
  }

  /** Today's settings, presets, and evenly spread points. */
  private List<Solution> first(GridProblem problem) {
    Map<Candidate, int[]> chosen = new LinkedHashMap<>();
    List<Candidate> given = new ArrayList<>(List.of(Candidate.TODAY));
    start.presets().stream().map(start::known).forEach(given::add);
    for (Candidate candidate : given) {
      space.codes(start.spelledOut(candidate)).ifPresent(codes -> chosen.put(candidate, codes));
    }
    SpreadPoints points = new SpreadPoints(space, settings.seed());
    int most = (int) Math.min(settings.population(), space.points());
    for (int i = 0; i < MOST_POINTS_TRIED && chosen.size() < most; i++) {
      int[] codes = points.next();
      chosen.putIfAbsent(start.known(space.candidate(codes)), codes);
    }
    List<RunRequest> requests = new ArrayList<>();
    Set<Candidate> all = new LinkedHashSet<>(given);
    all.addAll(chosen.keySet());
    int pilots = 0;
    for (Candidate candidate : all) {
      int runs = pilots++ < PILOTS ? PILOT_RUNS : settings.firstRuns();
      for (Condition condition : first(Math.max(runs, settings.firstRuns()))) {
        requests.add(new RunRequest(candidate, condition, Fidelity.FULL));
      }
    }
    table.run(requests);
    return chosen.values().stream().map(problem::solution).toList();
  }

  private List<Condition> first(int count) {
    return settings.known().subList(0, Math.min(count, settings.known().size()));
  }

  private StopReason generations(GridProblem problem, List<Solution> first) {
    findFlat();
    race.run(settings.population() / 2, RANKS, atOnce(), flat);
    findFlat();
    if (flat.size() == settings.objectives().size()) {
      runTwice();
      findFlat();
    }
    progressed();
    stage = SearchProgress.Stage.GENERATIONS;
    GridVariation variation = new GridVariation(problem, space, this::isKnown);
    GenerationSearch search = new GenerationSearch(problem, first, variation, generation());
    search.initialize();
    int without = 0;
    int generations = 0;
    while (true) {
      if (isOver.getAsBoolean()) {
        return StopReason.TIME;
      }
      if (space.points() <= table.candidates().size()) {
        return StopReason.ALL_POINTS;
      }
      if (remaining() < settings.population() / 2 * settings.firstRuns()) {
        return StopReason.RUNS;
      }
      Ranking before = ranking();
      variation.follow(Forecast.of(space, start, before));
      search.step();
      generations++;
      findFlat();
      without = Progress.between(before, ranking(), settings) ? 0 : without + 1;
      progressed();
      if (flat.size() == settings.objectives().size() && generations > 1) {
        return StopReason.FLAT;
      }
      if (without >= PATIENCE) {
        return StopReason.NO_GAIN;
      }
    }
  }

  /** Full runs that generations may still use. */
  private int remaining() {
    int left = budget.forSearch(table.cost());
    boolean isLarge = settings.runs() > LEAST_FOR_REFINEMENT;
    return stage == SearchProgress.Stage.REFINEMENT || !isLarge
        ? left
        : Math.min(left, (int) (GENERATIONS_SHARE * settings.runs() - table.cost()));
  }

  private int atOnce() {
    return Math.max(1, settings.population() / 4);
  }

  private boolean isKnown(int[] codes) {
    return table.knows(start.known(space.candidate(codes)));
  }

  private Ranking ranking() {
    return new Ranking(settings, table, flat);
  }

  private GenerationSearch.Generation generation() {
    return new GenerationSearch.Generation() {
      @Override
      public Ranking run(List<Candidate> candidates) {
        return SearchRun.this.run(candidates);
      }

      @Override
      public Candidate known(Candidate candidate) {
        return start.known(candidate);
      }
    };
  }

  /** Runs the candidates that the budget allows, and races them with the best so far. */
  private Ranking run(List<Candidate> candidates) {
    List<Candidate> fresh =
        candidates.stream().distinct().filter(each -> !table.knows(each)).toList();
    int most = Math.max(0, remaining() / settings.firstRuns());
    List<Candidate> allowed = fresh.subList(0, Math.min(most, fresh.size()));
    List<RunRequest> requests = new ArrayList<>();
    for (Candidate candidate : screen.pass(allowed)) {
      for (Condition condition : first(settings.firstRuns())) {
        requests.add(new RunRequest(candidate, condition, Fidelity.FULL));
      }
    }
    table.run(requests);
    if (!requests.isEmpty()) {
      int runs = Math.min(remaining(), settings.population() / 2);
      race.run(runs, RANKS, atOnce(), flat);
    }
    return ranking();
  }

  private void findFlat() {
    Ranking ranking = new Ranking(settings, table, Set.of());
    List<Candidate> feasible = ranking.candidates().stream().filter(ranking::isFeasible).toList();
    Set<Objective> found = new HashSet<>();
    for (Estimates each : ranking.estimates()) {
      Flatness flatness = Flatness.of(space, each, feasible);
      if (flatness.isFlat(settings.confidence(), settings.negligible())) {
        found.add(each.objective());
      }
    }
    flat = Set.copyOf(found);
  }

  /** A second run for each candidate, where nothing seems to matter. */
  private void runTwice() {
    List<RunRequest> requests = new ArrayList<>();
    for (Candidate candidate : table.candidates()) {
      for (Condition condition : first(2)) {
        requests.add(new RunRequest(candidate, condition, Fidelity.FULL));
      }
    }
    table.run(requests);
  }

  private StopReason refinement() {
    Refinement refinement = new Refinement(space, start, settings, ranking());
    while (true) {
      if (isOver.getAsBoolean()) {
        return StopReason.TIME;
      }
      if (remaining() < settings.firstRuns()) {
        return StopReason.RUNS;
      }
      if (!refinement.step(this::run)) {
        return StopReason.NO_GAIN;
      }
      progressed();
    }
  }

  private void progressed() {
    Ranking ranking = ranking();
    listener.progressed(
        new SearchProgress(
            stage,
            table.cost(),
            settings.runs(),
            ranking.candidates().size(),
            ranking.front().stream().map(ranking::ranked).toList()));
  }

  private SearchResult finish(StopReason stop) {
    findFlat();
    Ranking ranking = ranking();
    stage = SearchProgress.Stage.COMPARISON;
    Comparison comparison = new Comparison(settings, table, ranking);
    List<Finalist> finalists = comparison.run();
    progressed();
    Optional<Confirmation> confirmation = comparison.confirm(finalists);
    progressed();
    List<KnobBand> bands =
        finalists.isEmpty()
            ? List.of()
            : new Bands(space, start, settings, ranking)
                .around(finalists.getFirst().candidate().candidate());
    return new SearchResult(
        comparison.verdict(finalists, confirmation),
        stop,
        ranking.ranked(Candidate.TODAY),
        comparison.today(),
        ranking.candidates().stream().map(ranking::ranked).toList(),
        ranking.front().stream().map(ranking::ranked).toList(),
        finalists,
        confirmation,
        settings.objectives().stream().filter(flat::contains).toList(),
        bands,
        effects(ranking),
        table.cost());
  }

  private List<ObjectiveEffects> effects(Ranking ranking) {
    Sensitivity sensitivity = new Sensitivity(space);
    List<ObjectiveEffects> effects = new ArrayList<>();
    for (Estimates each : ranking.estimates()) {
      List<Sensitivity.Sample> samples = new ArrayList<>();
      for (Candidate candidate : ranking.candidates()) {
        Optional<int[]> codes = space.codes(start.spelledOut(candidate));
        Optional<ObjectiveEstimate> estimate = each.of(candidate);
        if (codes.isPresent() && estimate.isPresent()) {
          samples.add(new Sensitivity.Sample(codes.get(), estimate.get().value()));
        }
      }
      effects.add(sensitivity.of(each.objective(), samples, flat.contains(each.objective())));
    }
    return effects;
  }
}
