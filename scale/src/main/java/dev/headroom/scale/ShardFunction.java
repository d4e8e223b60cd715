package dev.headroom.scale;

import dev.headroom.app.process.VersionProvider;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.run.cache.CacheSettings;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.engine.CrashGuard;
import dev.headroom.tune.sweep.LocalEngine;
import dev.headroom.tune.sweep.Shard;
import dev.headroom.tune.sweep.SweepException;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.tune.sweep.SweepListener;
import dev.headroom.tune.sweep.TrialRow;
import dev.headroom.tune.trial.ScenarioTrialRunner;
import dev.headroom.tune.trial.TrialOutcome;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;

/** Function that runs a shard on an executor: one trial at a time, as a task has one core. */
final class ShardFunction implements Function<Integer, ShardEnd> {
  @Serial private static final long serialVersionUID = 1;

  private final String out;
  private final int count;

  ShardFunction(String out, int count) {
    this.out = out;
    this.count = count;
  }

  @Override
  public ShardEnd call(Integer number) throws IOException {
    TaskContext task = TaskContext.get();
    SweepFolder folder =
        SweepFolder.open(Path.of(out))
            .orElseThrow(() -> new IOException(out + ": this machine does not see the sweep"));
    Progress progress = new Progress(task);
    String problem = "";
    try {
      // A second attempt follows a crash of the executor, or runs beside a straggler.
      run(folder, new Shard(number, count), task.attemptNumber() > 0, progress);
    } catch (FileSystemException e) {
      problem = runBeside(folder, number, progress, e);
    } catch (SweepException e) {
      problem = String.valueOf(e.getMessage());
    }
    if (task.isInterrupted()) {
      throw new CancellationException("Spark ended the task");
    }
    return new ShardEnd(number, progress.trials, progress.failed, problem);
  }

  /**
   * Runs a shard that a straggler holds, as its two halves, which have locks of their own. The
   * table has a trial that both have run once.
   */
  private String runBeside(
      SweepFolder folder, int number, Progress progress, FileSystemException held) {
    try {
      for (int half : List.of(2 * number - 1, 2 * number)) {
        run(folder, new Shard(half, 2 * count), false, progress);
      }
      return "";
    } catch (IOException e) {
      return FailureMessage.withFile(held);
    }
  }

  private static void run(SweepFolder folder, Shard shard, boolean isAfterCrash, Progress progress)
      throws IOException {
    try (CrashGuard guard = CrashGuard.of(folder, shard, isAfterCrash)) {
      ScenarioTrialRunner runner =
          new ScenarioTrialRunner(
              folder.plan().scenario(),
              RunCache.open(CacheSettings.of(System.getenv()), warning -> {}),
              folder.plan().trialLimit(),
              () -> !progress.shouldContinue());
      new LocalEngine(guard.around(runner), 1, VersionProvider.build())
          .run(folder, shard, progress);
    }
  }

  /** Progress of a task, which ends when Spark tells it to. */
  private static final class Progress implements SweepListener {
    private final TaskContext task;
    private long trials;
    private long failed;

    Progress(TaskContext task) {
      this.task = task;
    }

    @Override
    public void ended(TrialRow row) {
      trials++;
      if (row.outcome() instanceof TrialOutcome.Failed) {
        failed++;
      }
    }

    @Override
    public boolean shouldContinue() {
      return !task.isInterrupted();
    }
  }
}
