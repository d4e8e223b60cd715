package dev.headroom.formats.fact;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Record of the keys whose values were read from a host's facts. An audit uses it to name the facts
 * that no rule checked. Safe for several threads.
 */
public final class FactUse {
  private final Map<Subject, Set<String>> read = new ConcurrentHashMap<>();

  FactUse() {}

  /** Adds a key whose values were read. */
  void add(Subject subject, String key) {
    read.computeIfAbsent(subject, _ -> ConcurrentHashMap.newKeySet(4)).add(key);
  }

  /** The keys of a subject whose values were read so far. */
  public Set<String> keysOf(Subject subject) {
    return Collections.unmodifiableSet(read.getOrDefault(subject, Set.of()));
  }

  /** Whether the values of this fact's key were read. */
  public boolean isRead(Fact fact) {
    Set<String> keys = read.get(fact.subject());
    return keys != null && keys.contains(fact.key());
  }
}
