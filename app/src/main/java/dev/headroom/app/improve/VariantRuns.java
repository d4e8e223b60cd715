package dev.headroom.app.improve;

import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.ScenarioTrialRunner;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs of several states of a cluster with the same seeds. Results are those of any order. */
final class VariantRuns {
  private final RunCache cache;
  private final ImproveListener listener;
  private final ImproveRequest.SearchRequest request;
  private final List<Job> jobs = new ArrayList<>();

  VariantRuns(RunCache cache, ImproveListener listener, ImproveRequest.SearchRequest request) {
    this.cache = cache;
    this.listener = listener;
    this.request = request;
  }

  private record Job(String key, String title, ScenarioText scenario, List<Long> seeds) {}

  private record Answer(Job job, long seed, Future<TrialOutcome> outcome) {}

  void add(String key, String title, ScenarioText scenario, List<Long> seeds) {
    jobs.add(new Job(key, title, scenario, List.copyOf(seeds)));
  }

  /**
   * Runs all of them.
   *
   * @throws CancellationException if the user stopped it
   */
  Map<String, Variant> run() {
    int all = jobs.stream().mapToInt(job -> job.seeds().size()).sum();
    AtomicInteger ended = new AtomicInteger();
    Map<String, Variant> variants = new LinkedHashMap<>();
    try (ExecutorService crew = Executors.newFixedThreadPool(request.workers())) {
      List<Answer> answers = new ArrayList<>();
      for (Job job : jobs) {
        ScenarioTrialRunner runner =
            new ScenarioTrialRunner(
                job.scenario(), cache, Duration.ofMillis(request.limitMs()), listener::isStopped);
        for (long seed : job.seeds()) {
          answers.add(
              new Answer(
                  job,
                  seed,
                  crew.submit(() -> {
                    TrialOutcome outcome = runner.run(new Trial(0, Map.of(), seed));
                    listener.ran(ended.incrementAndGet(), all);
                    return outcome;
                  })));
        }
      }
      Map<Job, Map<Long, TrialOutcome>> outcomes = new LinkedHashMap<>();
      for (Answer answer : answers) {
        outcomes
            .computeIfAbsent(answer.job(), _ -> new LinkedHashMap<>())
            .put(answer.seed(), await(answer.outcome()));
      }
      outcomes.forEach((job, its) ->
          variants.put(job.key(), new Variant(job.key(), job.title(), job.scenario(), its)));
    }
    return variants;
  }

  private static TrialOutcome await(Future<TrialOutcome> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      CancellationException cancelled = new CancellationException("interrupted");
      cancelled.initCause(e);
      throw cancelled;
    }
  }
}
