package dev.headroom.web.server;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Watch over threads that wait for a client: its headers, the rest of a body, room for what is sent
 * to it. One that waits too long is interrupted, which closes the connection of a virtual thread.
 * Helidon itself ends connections before a request alone.
 */
final class StallWatch implements Http1ConnectionListener, AutoCloseable {
  private static final long LOOK_MILLIS = 250;

  private final long mostNanos;

  /** When each thread is to have done. */
  private final Map<Thread, Long> ends = new ConcurrentHashMap<>();

  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("stalls").factory());

  /**
   * @param most that a client may take
   */
  StallWatch(Duration most) {
    mostNanos = most.toNanos();
    var _ =
        clock.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** This thread begins to wait for a client. */
  void begin() {
    ends.put(Thread.currentThread(), System.nanoTime() + mostNanos);
  }

  /** It need not wait any longer. */
  void end() {
    ends.remove(Thread.currentThread());
  }

  private void look() {
    long now = System.nanoTime();
    ends.forEach((thread, end) -> {
      if (now - end > 0) {
        ends.remove(thread);
        thread.interrupt();
      }
    });
  }

  @Override
  public void prologue(ConnectionContext connection, HttpPrologue line) {
    begin();
  }

  @Override
  public void headers(ConnectionContext connection, Headers headers) {
    end();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
