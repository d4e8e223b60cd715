package dev.headroom.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C (or SIGTERM, or a closed pipe) as a request: the run ends cleanly and what was measured is
 * written before the process exits with 130, or 141 where nobody reads what it prints.
 *
 * <p>A shutdown hook keeps the Java machine alive until {@link #close}, since the machine offers no
 * other portable way to hear of a signal.
 */
final class Interrupt implements AutoCloseable {
  /** Longer than this after Ctrl-C nobody waits. */
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::onShutdown, "interrupt");
  private volatile boolean requested;

  private Interrupt() {}

  static Interrupt watch() {
    Interrupt interrupt = new Interrupt();
    try {
      Runtime.getRuntime().addShutdownHook(interrupt.hook);
    } catch (IllegalStateException e) {
      interrupt.requested = true; // the machine is on its way down already
    }
    return interrupt;
  }

  boolean requested() {
    return requested;
  }

  private void onShutdown() {
    requested = true;
    try {
      written.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(Exit.told());
  }

  /** Everything is written and flushed. */
  @Override
  public void close() {
    written.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The machine is on its way down: the hook ends the process.
      hook.setName("interrupt, done");
    }
  }
}
