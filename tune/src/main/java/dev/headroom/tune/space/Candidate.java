package dev.headroom.tune.space;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings to be tried: a value for some knobs, laid over a scenario as {@code --set} does. Two
 * candidates with the same settings are the same candidate.
 *
 * @param settings the value by the knob's name, as scenarios write it; empty for the scenario as it
 *     is
 */
public record Candidate(SortedMap<String, String> settings) implements Comparable<Candidate> {
  /** The scenario's own settings. */
  public static final Candidate TODAY = new Candidate(new TreeMap<>());

  public Candidate {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** A candidate with these settings. */
  public static Candidate of(Map<String, String> settings) {
    return new Candidate(new TreeMap<>(settings));
  }

  /** Whether it leaves the scenario as it is. */
  public boolean isToday() {
    return settings.isEmpty();
  }

  /** {@code congestion.kmax=400KB congestion.kmin=100KB}; {@code today} for no settings. */
  public String text() {
    return isToday()
        ? "today"
        : settings.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(" "));
  }

  @Override
  public int compareTo(Candidate other) {
    return text().compareTo(other.text());
  }
}
