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

  /** Keys of a subject whose values were read so far. */
  public Set<String> keysOf(Subject subject) {
    Set<String> keys = read.get(subject);
    return keys == null ? Set.of() : Collections.unmodifiableSet(keys);
  }

  /** Whether the values of this fact's key were read. */
  public boolean isRead(Fact fact) {
    return isRead(fact.subject(), fact.key());
  }

  /** Whether the values of this key were read. */
  public boolean isRead(Subject subject, String key) {
    Set<String> keys = read.get(subject);
    return keys != null && keys.contains(key);
  }
}
