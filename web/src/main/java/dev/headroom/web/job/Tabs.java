package dev.headroom.web.job;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Tabs that are open, by the name that each gave itself. */
public final class Tabs {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{8,64}");
  private static final int MOST = 2_000;

  private final ConcurrentHashMap<String, Tab> tabs = new ConcurrentHashMap<>();
  private final long graceNanos;

  /**
   * @param grace how long a tab may be without a stream until it counts as closed
   */
  public Tabs(Duration grace) {
    this.graceNanos = grace.toNanos();
  }

  /** The tab of a name; empty for what is no name, or if there are too many. */
  public Optional<Tab> named(String name) {
    if (!NAME.matcher(name).matches() || (tabs.size() >= MOST && !tabs.containsKey(name))) {
      return Optional.empty();
    }
    return Optional.of(tabs.computeIfAbsent(name, _ -> new Tab()));
  }

  /** Tells all that watch a run. */
  void tell(long run, String data) {
    tabs.values().stream()
        .filter(tab -> tab.isWatching(run))
        .forEach(tab -> tab.add("run-" + run, data));
  }

  boolean isWatched(long run) {
    return tabs.values().stream().anyMatch(tab -> tab.isWatching(run));
  }

  /** Forgets those that were closed. */
  void sweep() {
    tabs.values().removeIf(tab -> tab.isGone(graceNanos));
  }

  /** Whether a tab counts as closed: nobody waits for what it asked for. */
  public boolean isGone(Tab tab) {
    return tab.isGone(graceNanos);
  }

  /** How many there are. */
  public int count() {
    return tabs.size();
  }
}
