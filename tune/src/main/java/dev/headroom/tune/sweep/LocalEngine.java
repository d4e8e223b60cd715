package dev.headroom.tune.sweep;

import dev.headroom.tune.trial.FailureKind;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import dev.headroom.tune.trial.TrialRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Engine on this machine: threads of one Java machine, whose code is compiled once, each with one
 * trial at a time.
 */
public final class LocalEngine implements SweepEngine {
  private static final long LOOK_MILLIS = 100;

  private final TrialRunner runner;
  private final int workers;
  private final String version;

  /**
   * A trial that ran out of memory beside others runs once more by itself: only then is it known to
   * need more than there is, and the rows do not depend on the number of workers.
   */
  private final ReadWriteLock memory = new ReentrantReadWriteLock(true);

  /**
   * @param runner is called from each worker's thread
   * @param workers trials at the same time, 1 or more
   * @param version of the program, for the rows
   */
  public LocalEngine(TrialRunner runner, int workers, String version) {
    this.runner = runner;
    this.workers = workers;
    this.version = version;
  }

  @Override
  public void run(SweepFolder folder, Shard shard, SweepListener listener) throws IOException {
    Optional<Slice> slice = shard.of(folder.plan().trials());
    if (slice.isEmpty()) {
      listener.began(0, 0);
      return;
    }
    try (RunningSlice running = RunningSlice.take(folder, slice.get())) {
      listener.began(slice.get().size(), running.missing());
      new Work(folder.plan(), running, listener).run();
    }
  }

  /** Work of one call, shared by its workers. */
  private final class Work {
    private final SweepPlan plan;
    private final RunningSlice running;
    private final SweepListener listener;
    private volatile @Nullable Throwable failure;

    Work(SweepPlan plan, RunningSlice running, SweepListener listener) {
      this.plan = plan;
      this.running = running;
      this.listener = listener;
    }

    void run() throws IOException {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        threads.add(Thread.ofPlatform().daemon().name("sweep-" + i).start(this::work));
      }
      try {
        for (Thread thread : threads) {
          while (!thread.join(Duration.ofMillis(LOOK_MILLIS))) {
            synchronized (listener) {
              listener.waited();
            }
          }
        }
      } catch (InterruptedException e) {
        failure = new CancellationException("interrupted");
        Thread.currentThread().interrupt();
      }
      switch (failure) {
        case null -> {}
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new IllegalStateException(e);
      }
    }

    private void work() {
      try {
        while (failure == null && listener.shouldContinue()) {
          OptionalLong next = running.next();
          if (next.isEmpty()) {
            return;
          }
          TrialRow row =
              new TrialRow(next.getAsLong(), outcome(plan.trial(next.getAsLong())), version);
          running.ended(row);
          synchronized (listener) {
            listener.ended(row);
          }
        }
      } catch (CancellationException e) {
        // the listener stopped the sweep: this trial has no row
      } catch (Throwable e) {
        failure = e;
      }
    }
  }

  private TrialOutcome outcome(Trial trial) {
    TrialOutcome outcome;
    memory.readLock().lock();
    try {
      outcome = attempt(trial);
    } finally {
      memory.readLock().unlock();
    }
    if (workers == 1
        || !(outcome instanceof TrialOutcome.Failed failed)
        || failed.kind() != FailureKind.OUT_OF_MEMORY) {
      return outcome;
    }
    memory.writeLock().lock();
    try {
      return attempt(trial);
    } finally {
      memory.writeLock().unlock();
    }
  }

  private TrialOutcome attempt(Trial trial) {
    try {
      return runner.run(trial);
    } catch (OutOfMemoryError e) {
      return new TrialOutcome.Failed(FailureKind.OUT_OF_MEMORY, "out of memory", 0);
    }
  }
}
