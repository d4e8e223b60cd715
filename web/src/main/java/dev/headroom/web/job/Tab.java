package dev.headroom.web.job;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tab of a browser: the events that it has not fetched yet and the last ones that it has, so that a
 * stream that broke goes on where it was. A tab that does not read loses the oldest; memory stays
 * bounded.
 */
public final class Tab {
  private static final int MOST_EVENTS = 1_000;
  private static final int MOST_CHARACTERS = 1 << 20;

  private final ArrayDeque<TabEvent> ring = new ArrayDeque<>();
  private final Set<Long> watched = new HashSet<>();
  private int characters;
  private long lastId;
  private int streams;
  private long seenNanos = System.nanoTime();

  Tab() {}

  synchronized void add(String name, String data) {
    ring.add(new TabEvent(++lastId, name, data));
    characters += data.length();
    while (ring.size() > MOST_EVENTS || (characters > MOST_CHARACTERS && ring.size() > 1)) {
      characters -= ring.remove().data().length();
    }
    notifyAll();
  }

  /**
   * The events after one, waiting for some.
   *
   * @param id the last that is known; 0 for all that are kept
   * @param millis how long to wait at most
   * @return none where none came
   */
  public synchronized List<TabEvent> after(long id, long millis) throws InterruptedException {
    long endNanos = System.nanoTime() + millis * 1_000_000;
    while (lastId <= id) {
      long left = (endNanos - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return List.of();
      }
      wait(left);
    }
    List<TabEvent> events = new ArrayList<>();
    ring.forEach(event -> {
      if (event.id() > id) {
        events.add(event);
      }
    });
    return events;
  }

  /** The last event's id: what a stream that begins anew need not be told. */
  public synchronized long lastId() {
    return lastId;
  }

  /** A stream to it begins. */
  public synchronized void opened() {
    streams++;
  }

  /** A stream to it has ended. */
  public synchronized void closed() {
    streams--;
    seenNanos = System.nanoTime();
  }

  synchronized void watch(long run) {
    watched.add(run);
    seenNanos = System.nanoTime();
  }

  synchronized boolean isWatching(long run) {
    return watched.contains(run);
  }

  synchronized boolean isGone(long graceNanos) {
    return streams == 0 && System.nanoTime() - seenNanos > graceNanos;
  }
}
