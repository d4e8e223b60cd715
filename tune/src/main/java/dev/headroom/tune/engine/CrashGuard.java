package dev.headroom.tune.engine;

import dev.headroom.tune.sweep.Shard;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.tune.trial.FailureKind;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import dev.headroom.tune.trial.TrialRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Guard that finds the trial which ends its whole process, such as by a signal of a system that is
 * short of memory, and gives it a row.
 *
 * <p>It notes each trial before and after. After a crash, trials that had begun run once more, one
 * at a time with no other beside them. A trial whose process then ends again is the cause: it does
 * not run a third time. Whoever starts the process says whether the last one crashed; one that was
 * ended by a user or a scheduler is no evidence.
 */
public final class CrashGuard implements AutoCloseable {
  private static final String FOLDER = "attempts";

  private static final String REASON =
      "the process ended while it ran this trial, and once more while it ran nothing else; memory "
          + "may be short (--memory sets more)";

  private final Path folder;
  private final boolean isAfterCrash;

  /** Held by trials beside others, and alone by a suspect. */
  private final ReadWriteLock others = new ReentrantReadWriteLock(true);

  private @Nullable Notes notes;

  private record Notes(AttemptLog log, AttemptLog.Left left) {}

  private CrashGuard(Path folder, boolean isAfterCrash) {
    this.folder = folder;
    this.isAfterCrash = isAfterCrash;
  }

  /**
   * Guard of a shard.
   *
   * @param isAfterCrash whether the last process that ran the shard crashed
   */
  public static CrashGuard of(SweepFolder sweep, Shard shard, boolean isAfterCrash) {
    return of(
        sweep.path().resolve(FOLDER).resolve(shard.number() + "-" + shard.count()), isAfterCrash);
  }

  /**
   * Guard with its notes in a folder, which no other process uses while trials run.
   *
   * @param isAfterCrash whether the last process that used the folder crashed
   */
  static CrashGuard of(Path folder, boolean isAfterCrash) {
    return new CrashGuard(folder, isAfterCrash);
  }

  /** Crashes after which every trial of a shard has a row: two a trial, and some to spare. */
  static long mostCrashes(long trials) {
    return 2 * trials + 2;
  }

  /** The same runner, guarded. */
  public TrialRunner around(TrialRunner runner) {
    return trial -> run(runner, trial);
  }

  private TrialOutcome run(TrialRunner runner, Trial trial) {
    long index = trial.index();
    try {
      Notes kept = notes();
      if (kept.left().causes().contains(index)) {
        return new TrialOutcome.Failed(FailureKind.CRASH, REASON, 0);
      }
      boolean isSuspect = kept.left().suspects().contains(index);
      Lock lock = isSuspect ? others.writeLock() : others.readLock();
      lock.lock();
      try {
        kept.log().begun(index, isSuspect);
        TrialOutcome outcome = runner.run(trial);
        kept.log().ended(index);
        return outcome;
      } finally {
        lock.unlock();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opened with the first trial: until then another process may run the shard. */
  private synchronized Notes notes() throws IOException {
    Notes kept = notes;
    if (kept == null) {
      if (!isAfterCrash) {
        AttemptLog.delete(folder);
      }
      AttemptLog.Left left = AttemptLog.left(folder);
      kept = new Notes(AttemptLog.create(folder), left);
      notes = kept;
    }
    return kept;
  }

  /** Deletes the notes: the process comes to an orderly end. */
  @Override
  public synchronized void close() throws IOException {
    if (notes != null) {
      notes.log().close();
    }
  }
}
