package dev.headroom.tune.engine;

import dev.headroom.tune.trial.FailureKind;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import dev.headroom.tune.trial.TrialRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Runner that finds the trial which ends the whole process, such as by a signal of the system where
 * memory is short, and gives it a row.
 *
 * <p>It notes each trial before and after. After a crash, trials that had begun run once more, one
 * at a time with no other beside them. A trial whose process then ends again is the cause: it does
 * not run a third time. Whoever starts the process says whether the last one crashed; one that was
 * killed by a user or a scheduler is no evidence.
 */
public final class GuardedTrialRunner implements TrialRunner, AutoCloseable {
  private static final String REASON =
      "the process ended while it ran this trial, and once more while it ran nothing else; memory "
          + "may be short (--memory sets more)";

  private final TrialRunner runner;
  private final AttemptLog log;
  private final AttemptLog.Left left;

  /** Held by those that run beside others, and alone by a suspect. */
  private final ReadWriteLock others = new ReentrantReadWriteLock(true);

  private GuardedTrialRunner(TrialRunner runner, AttemptLog log, AttemptLog.Left left) {
    this.runner = runner;
    this.log = log;
    this.left = left;
  }

  /**
   * Guards a runner.
   *
   * @param folder for the notes, which no other process uses meanwhile
   * @param isAfterCrash whether the last process that used the folder crashed
   */
  public static GuardedTrialRunner open(TrialRunner runner, Path folder, boolean isAfterCrash)
      throws IOException {
    if (!isAfterCrash) {
      AttemptLog.delete(folder);
    }
    AttemptLog.Left left = AttemptLog.left(folder);
    return new GuardedTrialRunner(runner, AttemptLog.create(folder), left);
  }

  /** Crashes after which every trial of a shard has a row: two a trial, and some to spare. */
  static long mostCrashes(long trials) {
    return 2 * trials + 2;
  }

  @Override
  public TrialOutcome run(Trial trial) {
    long index = trial.index();
    if (left.causes().contains(index)) {
      return new TrialOutcome.Failed(FailureKind.CRASH, REASON, 0);
    }
    boolean isSuspect = left.suspects().contains(index);
    var lock = isSuspect ? others.writeLock() : others.readLock();
    lock.lock();
    try {
      log.begun(index, isSuspect);
      TrialOutcome outcome = runner.run(trial);
      log.ended(index);
      return outcome;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }

  /** Deletes the notes: the process comes to its end. */
  @Override
  public void close() throws IOException {
    log.close();
  }
}
