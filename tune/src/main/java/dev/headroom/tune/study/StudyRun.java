package dev.headroom.tune.study;

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
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Run of a study: search, comparison on unseen seeds, and the check under other conditions. */
public final class StudyRun {
  private final Study study;
  private final StudyFolder folder;
  private final RunCache cache;
  private final StudyListener listener;
  private final int threads;
  private final Scenario scenario;
  private final StudySpace space;
  private final List<Constraint> more;
  private final StudyVariants variants;
  private final StudyPlan plan;
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
    plan = StudyPlan.of(study, space, variants);
  }

  /**
   * Checks a study before its folder is made.
   *
   * @throws StudyException if the scenario or the space cannot be read, nothing can be searched, or
   *     the runs are too few for the objectives
   */
  public static void check(Study study) {
    Scenario scenario = scenario(study);
    StudyPlan.of(study, StudySpace.of(study, scenario), StudyVariants.of(study, scenario));
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

  private StudyResult result(
      Evaluator evaluator, Set<RunRequest> recorded, BooleanSupplier isOver) {
    SearchSettings settings = plan.settings();
    listener.began(recorded.size(), settings.runs() + plan.later(), plan.later());
    SearchResult result =
        new Search(space.space(), start(plan.presets()), settings, evaluator, new Progress())
            .run(isOver);
    Optional<Candidate> chosen =
        StudyResult.chosen(result)
            .map(finalist -> finalist.candidate().candidate())
            .filter(candidate -> !candidate.isToday());
    if (chosen.isEmpty()) {
      return new StudyResult(
          study, space.space(), plan.presets(), result, List.of(), List.of(), constraints());
    }
    List<RunRequest> all = PairedRuns.requests(chosen.get(), plan.pairings());
    listener.checking((int) all.stream().filter(each -> !recorded.contains(each)).count());
    return new StudyResult(
        study,
        space.space(),
        plan.presets(),
        result,
        PairedRuns.of(chosen.get(), plan.ofPresets(), settings, evaluator),
        PairedRuns.of(chosen.get(), plan.ofChanges(), settings, evaluator),
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
