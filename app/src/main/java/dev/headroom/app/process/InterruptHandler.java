package dev.headroom.app.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handler of Ctrl-C, SIGTERM and closed pipes: the command ends cleanly and writes what was
 * measured before the process exits with 130, 143 or 141.
 *
 * <p>A shutdown hook keeps the Java machine alive until the program is {@linkplain #finished done},
 * since the machine offers no other portable way to hear of a signal. The exit code is the
 * machine's own: 128 and the number of the signal. A command that watches nothing ends at once.
 */
public final class InterruptHandler implements AutoCloseable {
  /** Longer than this after a signal nobody waits for results to be written. */
  private static final Duration FOR_RESULTS = Duration.ofSeconds(60);

  /** Whoever waits for a peer may not hear of it. */
  private static final Duration FOR_WHO_WAITS = Duration.ofSeconds(1);

  /** For a program that goes back on what it has done: a switch takes minutes for a step. */
  private static final Duration FOR_PROGRAM = Duration.ofMinutes(30);

  /** For what can be made of results that are kept. */
  private static final Duration FOR_REPORTS = Duration.ofMillis(1_500);

  /** How often it is asked whether somebody still waits. */
  private static final long LOOK_MILLIS = 10;

  private static final CountDownLatch FINISHED = new CountDownLatch(1);

  private final Thread hook = new Thread(this::onShutdown, "interrupt");
  private final Optional<Thread> sleeper;
  private volatile Duration patience;
  private volatile boolean requested;

  private InterruptHandler(Optional<Thread> sleeper, Duration patience) {
    this.sleeper = sleeper;
    this.patience = patience;
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      requested = true; // the machine is on its way down already
    }
  }

  /** For commands that look at {@link #requested} as they go on. */
  public static InterruptHandler watch() {
    return new InterruptHandler(Optional.empty(), FOR_RESULTS);
  }

  /** For commands that wait: the thread that calls this is interrupted. */
  public static InterruptHandler interruptingCaller() {
    return new InterruptHandler(Optional.of(Thread.currentThread()), FOR_WHO_WAITS);
  }

  /**
   * For a command that waits for a program which goes back when it is stopped: the thread that
   * calls this is interrupted, and the process ends after it.
   */
  public static InterruptHandler waitingForProgram() {
    return new InterruptHandler(Optional.of(Thread.currentThread()), FOR_PROGRAM);
  }

  /**
   * For a command with one run: before that has {@linkplain #measured measured} anything the
   * process ends at once.
   */
  public static InterruptHandler beforeRun() {
    return new InterruptHandler(Optional.empty(), Duration.ZERO);
  }

  /** From now on something would be lost. */
  public void measured() {
    patience = FOR_RESULTS;
  }

  /** The results are written; what is left may be cut short. */
  public void resultsWritten() {
    patience = FOR_REPORTS;
  }

  /** Everything is written and flushed, or never will be: nobody needs to wait any longer. */
  public static void finished() {
    FINISHED.countDown();
  }

  public boolean requested() {
    return requested;
  }

  private void onShutdown() {
    requested = true;
    sleeper.ifPresent(Thread::interrupt);
    long askedNanos = System.nanoTime();
    try {
      while (System.nanoTime() - askedNanos < patience.toNanos()
          && !FINISHED.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        // what is at stake may have changed
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What comes from here on need not end cleanly. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The machine is on its way down: the process ends when the program is done.
      requested = true;
    }
  }
}
