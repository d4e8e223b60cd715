package dev.headroom.wire.soft;

import java.io.IOException;
import java.util.Optional;

/** Thread that drives a device until it is closed. */
public final class SoftLoop implements AutoCloseable {
  /** It looks again after this at the latest. */
  private static final long MOST_REST_NS = 100_000_000;

  /** So often it looks again before it sleeps, since an answer often comes at once. */
  private static final int LOOKS = 20;

  private final SoftDevice device;
  private final Thread thread;
  private volatile boolean stopped;
  private volatile Optional<IOException> failure = Optional.empty();

  private SoftLoop(SoftDevice device) {
    this.device = device;
    thread = Thread.ofPlatform().daemon().name("soft rdma").unstarted(this::run);
  }

  /** Starts a thread for a device. */
  public static SoftLoop start(SoftDevice device) {
    SoftLoop loop = new SoftLoop(device);
    loop.thread.start();
    return loop;
  }

  private void run() {
    int idle = 0;
    try {
      while (!stopped) {
        boolean busy = idle < LOOKS ? device.progress() : device.progress(MOST_REST_NS);
        idle = busy ? 0 : idle + 1;
      }
    } catch (IOException e) {
      failure = Optional.of(e);
    } catch (RuntimeException | Error e) {
      failure = Optional.of(new IOException("the device failed: " + e, e));
      throw e;
    }
  }

  /** Why it stopped by itself; empty if it did not. */
  public Optional<IOException> failure() {
    return failure;
  }

  /** Stops the thread, then closes the device. */
  @Override
  public void close() {
    stopped = true;
    device.wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a device that is closed makes it stop as well
    }
    device.close();
  }
}
