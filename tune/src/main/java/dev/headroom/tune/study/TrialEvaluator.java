package dev.headroom.tune.study;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.tune.search.Evaluator;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import dev.headroom.tune.trial.TrialRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Evaluator that runs the trials of a study on this machine: a batch on several threads, one run
 * each. Answers do not depend on the number of threads.
 */
public final class TrialEvaluator implements Evaluator, AutoCloseable {
  private final Map<String, ScenarioText> texts;
  private final Map<String, TrialRunner> runners;
  private final List<Constraint> constraints;
  private final BiConsumer<RunRequest, RunAnswer> answered;
  private final ExecutorService workers;

  /** Violations that need no run, by settings and change of conditions. */
  private final Map<StaticKey, SortedMap<String, Double>> known = new ConcurrentHashMap<>();

  private record StaticKey(Candidate candidate, String variant) {}

  /**
   * An evaluator.
   *
   * @param texts the scenario by the name of its change of conditions; blank for none
   * @param runner of the trials of a scenario
   * @param constraints hard ones
   * @param answered is told each answer when its run ends, from the thread of the run
   * @param threads trials at the same time, 1 or more
   */
  public TrialEvaluator(
      Map<String, ScenarioText> texts,
      Function<ScenarioText, TrialRunner> runner,
      List<Constraint> constraints,
      BiConsumer<RunRequest, RunAnswer> answered,
      int threads) {
    this.texts = new TreeMap<>(texts);
    this.runners = new TreeMap<>();
    texts.forEach((name, text) -> runners.put(name, runner.apply(text)));
    this.constraints = List.copyOf(constraints);
    this.answered = answered;
    workers =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("tune-", 0).factory());
  }

  /**
   * {@inheritDoc}
   *
   * @throws CancellationException if the user stopped the search
   */
  @Override
  public List<RunAnswer> evaluate(List<RunRequest> batch) {
    List<Future<RunAnswer>> running = new ArrayList<>();
    for (RunRequest request : batch) {
      running.add(
          workers.submit(() -> {
            RunAnswer answer = answer(request);
            answered.accept(request, answer);
            return answer;
          }));
    }
    List<RunAnswer> answers = new ArrayList<>();
    try {
      for (Future<RunAnswer> each : running) {
        answers.add(each.get());
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      running.forEach(each -> each.cancel(true));
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  private RunAnswer answer(RunRequest request) {
    String variant = request.condition().variant();
    TrialRunner runner = runners.get(variant);
    if (runner == null) {
      throw new IllegalArgumentException("no change of conditions is called " + variant);
    }
    Trial trial = new Trial(0, request.candidate().settings(), request.condition().seed());
    return switch (runner.run(trial)) {
      case TrialOutcome.Failed failed -> new RunAnswer.Failed(failed.reason());
      case TrialOutcome.Measured measured ->
          new RunAnswer.Measured(
              measured.figures(), violations(request.candidate(), variant, measured.figures()));
    };
  }

  private Map<String, Double> violations(
      Candidate candidate, String variant, Map<String, Double> figures) {
    SortedMap<String, Double> all =
        new TreeMap<>(
            known.computeIfAbsent(new StaticKey(candidate, variant), this::staticViolations));
    for (Constraint constraint : constraints) {
      if (constraint instanceof Constraint.OfRun ofRun) {
        all.put(ofRun.name(), ofRun.of().amount(figures));
      }
    }
    return all;
  }

  private SortedMap<String, Double> staticViolations(StaticKey key) {
    ScenarioText text = texts.get(key.variant());
    if (text == null) {
      throw new IllegalArgumentException("no change of conditions is called " + key.variant());
    }
    List<String> overrides = new Trial(0, key.candidate().settings(), 1).overrides();
    SortedMap<String, Double> all = new TreeMap<>();
    if (text.read(overrides) instanceof ScenarioReader.Good good) {
      for (Constraint constraint : constraints) {
        if (constraint instanceof Constraint.OfScenario ofScenario) {
          all.put(ofScenario.name(), amount(ofScenario, good.scenario()));
        }
      }
    }
    return all;
  }

  /** A scenario that cannot be built fails when it is run, and says why. */
  private static double amount(Constraint.OfScenario constraint, Scenario scenario) {
    try {
      return constraint.of().amount(scenario);
    } catch (UnrunnableScenarioException e) {
      return 1;
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
