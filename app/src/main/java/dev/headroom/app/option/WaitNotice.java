package dev.headroom.app.option;

import java.io.PrintWriter;
import java.time.Duration;

/** Notice of what a command waits for, printed once if the wait is not short. */
public final class WaitNotice implements AutoCloseable {
  private static final Duration QUIET = Duration.ofMillis(1500);

  private final Thread thread;

  private WaitNotice(Thread thread) {
    this.thread = thread;
  }

  /**
   * Begins to wait.
   *
   * @param what for, such as {@code 10.0.0.2 to answer}
   */
  static WaitNotice of(PrintWriter err, String what) {
    return after(QUIET, err, what);
  }

  static WaitNotice after(Duration quiet, PrintWriter err, String what) {
    return new WaitNotice(
        Thread.ofVirtual()
            .start(() -> {
              try {
                Thread.sleep(quiet);
                err.println("headroom: waiting for " + what);
                err.flush();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // it has come
              }
            }));
  }

  /** It has come, or never will. */
  @Override
  public void close() {
    stop();
  }

  /** It has come: nothing is said any more. */
  public void stop() {
    thread.interrupt();
    boolean interrupted = Thread.interrupted();
    try {
      thread.join();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
