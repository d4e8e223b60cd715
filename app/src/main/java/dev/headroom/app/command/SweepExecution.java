package dev.headroom.app.command;

import dev.headroom.app.engine.WorkerArguments;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.VersionProvider;
import dev.headroom.app.progress.SweepProgressLine;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.engine.CrashGuard;
import dev.headroom.tune.sweep.LocalEngine;
import dev.headroom.tune.sweep.Shard;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.tune.sweep.SweepPlan;
import dev.headroom.tune.trial.MemoryEstimate;
import dev.headroom.tune.trial.ScenarioTrialRunner;
import dev.headroom.tune.trial.TrialRunner;
import dev.headroom.unit.CountedNoun;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Execution of a shard of a sweep on this machine.
 *
 * @param quiet whether no progress is shown
 */
record SweepExecution(
    WorkerArguments workers, CacheArguments caching, boolean quiet, PrintWriter err) {
  /**
   * Numbers of trials.
   *
   * @param before trials that had a row before
   * @param ended trials that have run
   * @param failed those of them that failed
   * @param left trials without a row
   */
  record Done(long before, long ended, long failed, long left, boolean isInterrupted) {}

  Done run(SweepFolder folder, Shard shard) throws IOException {
    return run(folder, shard, UnaryOperator.identity());
  }

  /**
   * The same for a process that a cluster starts, and starts again where it crashes.
   *
   * @param isAfterCrash whether the last process that ran the shard crashed
   */
  Done guarded(SweepFolder folder, Shard shard, boolean isAfterCrash) throws IOException {
    try (CrashGuard guard = CrashGuard.of(folder, shard, isAfterCrash)) {
      return run(folder, shard, guard::around);
    }
  }

  private Done run(SweepFolder folder, Shard shard, UnaryOperator<TrialRunner> guard)
      throws IOException {
    SweepPlan plan = folder.plan();
    int count = fitting(plan);
    RunCache cache = caching.open(err);
    Duration limit = workers.limit().orElse(plan.trialLimit());
    try (InterruptHandler interrupt = InterruptHandler.watch();
        SweepProgressLine progress =
            new SweepProgressLine(
                err, Terminal.ofError(), quiet, interrupt::requested, System::nanoTime)) {
      TrialRunner runner =
          guard.apply(new ScenarioTrialRunner(plan.scenario(), cache, limit, interrupt::requested));
      new LocalEngine(runner, count, VersionProvider.build()).run(folder, shard, progress);
      if (!quiet) {
        CacheArguments.tell(cache, err);
      }
      return new Done(
          progress.before(),
          progress.ended(),
          progress.failed(),
          progress.left(),
          interrupt.requested());
    }
  }

  /** Workers whose runs fit into memory beside each other, of the first and the last settings. */
  private int fitting(SweepPlan plan) {
    int wanted = workers.workers();
    int count = wanted;
    for (long trial : List.of(0L, plan.trials() - 1)) {
      Optional<Scenario> scenario =
          plan.scenario().read(plan.trial(trial).overrides()) instanceof ScenarioReader.Good good
              ? Optional.of(good.scenario())
              : Optional.empty();
      if (scenario.isPresent()) {
        count =
            Math.min(
                count,
                MemoryEstimate.fitting(scenario.get(), wanted, Runtime.getRuntime().maxMemory()));
      }
    }
    if (count < wanted) {
      err.println(
          ("headroom: %s instead of %d, since more trials may not fit into %,d MiB of memory; "
                  + "increase it with HEADROOM_JAVA_OPTS=-Xmx8g")
              .formatted(
                  CountedNoun.of(count, "worker"), wanted, Runtime.getRuntime().maxMemory() >> 20));
      err.flush();
    }
    return count;
  }
}
