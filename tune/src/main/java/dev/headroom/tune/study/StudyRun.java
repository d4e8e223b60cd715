package dev.headroom.tune.study;

import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.Evaluator;
import dev.headroom.tune.search.RecordedAnswers;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.search.Search;
import dev.headroom.tune.search.SearchListener;
import dev.headroom.tune.search.SearchProgress;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.search.Start;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.ScenarioTrialRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Run of a study: search, comparison on unseen seeds, and the check under other conditions. */
public final class StudyRun {
  private static final int FEWEST_RUNS = 70;
  private static final int LEAST_SEEDS = 3;
  private static final int MOST_SEEDS = 6;
  private static final int RUNS_PER_SEED = 60;

  private final Study study;
  private final StudyFolder folder;
  private final RunCache cache;
  private final StudyListener listener;
  private final int threads;
  private final Scenario scenario;
  private final StudySpace space;
  private final List<Constraint> more;
  private final StudyVariants variants;
  private @Nullable SearchProgress known;

  /**
   * A run.
   *
   * @param folder of the study, whose answers are taken and to which answers are added
   * @param cache of runs that other commands made
   * @param threads runs at the same time, 1 or more
   * @throws StudyException if the scenario or the space cannot be read, or nothing can be searched
   */
  public StudyRun(
      Study study, StudyFolder folder, RunCache cache, StudyListener listener, int threads) {
    this(study, folder, cache, listener, threads, List.of());
  }

  /**
   * A run with more constraints than the standard ones.
   *
   * @param more hard constraints that follow from the study alone
   * @throws StudyException as above
   */
  public StudyRun(
      Study study,
      StudyFolder folder,
      RunCache cache,
      StudyListener listener,
      int threads,
      List<Constraint> more) {
    this.more = List.copyOf(more);
    this.study = study;
    this.folder = folder;
    this.cache = cache;
    this.listener = listener;
    this.threads = threads;
    scenario = scenario(study);
    space = StudySpace.of(study, scenario);
    variants = StudyVariants.of(study, scenario);
  }

  /**
   * Checks a study before its folder is made.
   *
   * @throws StudyException if the scenario or the space cannot be read, or nothing can be searched
   */
  public static void check(Study study) {
    StudySpace.of(study, scenario(study));
  }

  /** The knobs with their values. */
  public Space space() {
    return space.space();
  }

  /** A sentence for each knob that was named and is not searched. */
  public List<String> leftOut() {
    return space.leftOut();
  }

  /**
   * Runs what the folder has no answer to.
   *
   * @throws CancellationException if the user stopped it; then {@link #known} has what is known
   */
  public StudyResult run() throws IOException {
    Map<RunRequest, RunAnswer> answers = folder.answers();
    folder.clearEnd();
    try (AnswerJournal journal = folder.journal();
        TrialEvaluator trials = evaluator(variants.texts(), constraints(), journal)) {
      Served served = new Served(ofCases(new RecordedAnswers(answers, trials)));
      return result(served, answers.keySet(), () -> isOver(served));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The end by time is part of the study's state: its answers alone do not tell it. */
  private boolean isOver(Served served) {
    boolean over = listener.isOver();
    if (over) {
      folder.end(served.count);
    }
    return over;
  }

  /**
   * The result that the folder's answers give, without a run.
   *
   * @return empty if some are missing; then {@link #known} has what is known
   * @throws CancellationException if the user stopped it
   */
  public Optional<StudyResult> shown() throws IOException {
    Map<RunRequest, RunAnswer> answers = folder.answers();
    long end = folder.end().orElse(Long.MAX_VALUE);
    Served served =
        new Served(
            ofCases(
                new RecordedAnswers(
                    answers,
                    _ -> {
                      throw new MissingAnswersException();
                    })));
    try {
      return Optional.of(result(served, answers.keySet(), () -> served.count >= end));
    } catch (MissingAnswersException e) {
      return Optional.empty();
    }
  }

  /** Answers of a run are missing, and none are to be made. */
  private static final class MissingAnswersException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The state of the search after its last batch; empty before the first. */
  public Optional<SearchProgress> known() {
    return Optional.ofNullable(known);
  }

  /** Evaluator that counts its answers, and stops with the user. */
  private final class Served implements Evaluator {
    private final Evaluator evaluator;
    private long count;

    Served(Evaluator evaluator) {
      this.evaluator = evaluator;
    }

    @Override
    public List<RunAnswer> evaluate(List<RunRequest> batch) {
      if (listener.isStopped()) {
        throw new CancellationException("stopped");
      }
      List<RunAnswer> answers = evaluator.evaluate(batch);
      count += batch.size();
      return answers;
    }
  }

  /** Answers relative to today's settings, if the study has several cases. */
  private Evaluator ofCases(Evaluator runs) {
    return study.cases().isEmpty() ? runs : new CaseEvaluator(variants.caseOf(), runs);
  }

  private SearchSettings settings(int later) {
    int runs = Math.max(FEWEST_RUNS, study.runs() - later);
    return study.cases().isEmpty()
        ? SearchSettings.of(study.objectives(), runs, study.seed())
        : SearchSettings.ofVariants(study.objectives(), variants.searched(), runs, study.seed());
  }

  private StudyResult result(
      Evaluator evaluator, Set<RunRequest> recorded, BooleanSupplier isOver) {
    List<NamedCandidate> presets = presets();
    int cases = variants.searched().size();
    int seeds = Math.clamp(study.runs() / RUNS_PER_SEED / cases, LEAST_SEEDS, MOST_SEEDS);
    List<Pairing> changed = variants.changes(seeds);
    List<Pairing> preset = variants.presets(presets, seeds);
    int later =
        seeds * cases
            + preset.stream().mapToInt(pairing -> pairing.conditions().size()).sum()
            + changed.stream().mapToInt(pairing -> 2 * pairing.conditions().size()).sum();
    SearchSettings settings = settings(later);
    listener.began(recorded.size(), settings.runs() + later, later);
    SearchResult result =
        new Search(space.space(), start(presets), settings, evaluator, new Progress()).run(isOver);
    Optional<Candidate> chosen =
        StudyResult.chosen(result)
            .map(finalist -> finalist.candidate().candidate())
            .filter(candidate -> !candidate.isToday());
    if (chosen.isEmpty()) {
      return new StudyResult(
          study, space.space(), presets, result, List.of(), List.of(), constraints());
    }
    List<RunRequest> all =
        PairedRuns.requests(
            chosen.get(), Stream.concat(preset.stream(), changed.stream()).toList());
    listener.checking((int) all.stream().filter(each -> !recorded.contains(each)).count());
    return new StudyResult(
        study,
        space.space(),
        presets,
        result,
        PairedRuns.of(chosen.get(), preset, settings, evaluator),
        PairedRuns.of(chosen.get(), changed, settings, evaluator),
        constraints());
  }

  private TrialEvaluator evaluator(
      Map<String, ScenarioText> texts, List<Constraint> constraints, AnswerJournal journal) {
    Duration limit = Duration.ofMillis(study.trialLimitMs());
    return new TrialEvaluator(
        texts,
        text -> new ScenarioTrialRunner(text, cache, limit, listener::isStopped),
        constraints,
        (request, answer) -> {
          try {
            journal.add(request, answer);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          listener.ended(request, answer);
        },
        threads);
  }

  private List<Constraint> constraints() {
    List<Constraint> all = new ArrayList<>(Constraint.standard());
    all.addAll(more);
    if (study.fairness() > 0) {
      all.add(Constraint.fairness(study.fairness()));
    }
    return List.copyOf(all);
  }

  private Start start(List<NamedCandidate> presets) {
    return new Start(space.today(), presets.stream().map(NamedCandidate::candidate).toList());
  }

  /** Settings of presets in the sections that are searched, where the scenario accepts them. */
  private List<NamedCandidate> presets() {
    List<NamedCandidate> found = new ArrayList<>();
    List<String> sections =
        space.space().knobs().stream().map(StudyRun::section).distinct().toList();
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

  private static Scenario scenario(Study study) {
    return switch (study.scenario().read(List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw new StudyException(
              bad.problems().stream()
                  .map(Object::toString)
                  .reduce((a, b) -> a + "\n" + b)
                  .orElse(""));
    };
  }

  /** Listener of the search that passes on its progress. */
  private final class Progress implements SearchListener {
    @Override
    public void progressed(SearchProgress progress) {
      known = progress;
      listener.progressed(progress);
    }
  }
}
