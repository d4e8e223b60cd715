package dev.headroom.web.server;

import dev.headroom.web.api.ApiException;
import dev.headroom.web.job.Tab;
import dev.headroom.web.job.TabEvent;
import dev.headroom.web.job.Tabs;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.sse.SseEvent;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.sse.SseSink;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Stream of server-sent events, one for each tab (HTML Living Standard, section 9.2). A comment now
 * and then shows that the client is still there; a write that fails ends the stream, and so does
 * one that a client does not take for long.
 */
final class EventRoute {
  private static final HeaderName LAST_EVENT = HeaderNames.create("Last-Event-ID");
  private static final int MOST_STREAMS = 1_500;

  private final Tabs tabs;
  private final Duration heartbeat;
  private final StallWatch watch;
  private final Semaphore free = new Semaphore(MOST_STREAMS);

  /**
   * @param heartbeat between two signs of life
   * @param watch over clients that do not take what is sent to them
   */
  EventRoute(Tabs tabs, Duration heartbeat, StallWatch watch) {
    this.tabs = tabs;
    this.heartbeat = heartbeat;
    this.watch = watch;
  }

  private void emit(SseSink sink, SseEvent event) {
    watch.begin();
    try {
      sink.emit(event);
    } finally {
      watch.end();
    }
  }

  int streams() {
    return MOST_STREAMS - free.availablePermits();
  }

  void handle(ServerRequest request, ServerResponse response) {
    Tab tab =
        tabs.named(request.query().first("tab").orElse(""))
            .orElseThrow(() -> new ApiException(400, "tab: a name of 8 to 64 letters and digits"));
    long last = number(request.headers().first(LAST_EVENT).orElse("0"));
    if (!free.tryAcquire()) {
      throw new ApiException(503, "too many pages are open");
    }
    tab.opened();
    try (SseSink sink = response.sink(SseSink.TYPE)) {
      emit(sink, SseEvent.builder().comment("open").build());
      stream(tab, last, sink);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server ends
    } catch (UncheckedIOException | CloseConnectionException e) {
      // the client is gone, which is how a stream ends
    } finally {
      tab.closed();
      free.release();
    }
  }

  private void stream(Tab tab, long from, SseSink sink) throws InterruptedException {
    long last = from;
    while (true) {
      List<TabEvent> events = tab.after(last, heartbeat.toMillis());
      if (events.isEmpty()) {
        emit(sink, SseEvent.builder().comment("").build());
      }
      for (TabEvent event : events) {
        emit(
            sink,
            SseEvent.builder()
                .id(Long.toString(event.id()))
                .name(event.name())
                .data(event.data())
                .build());
        last = event.id();
      }
    }
  }

  private static long number(String text) {
    try {
      return Math.max(0, Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
