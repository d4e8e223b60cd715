package dev.headroom.formats.fact;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Record of the keys that somebody asked a host's facts for. An audit uses it to name the facts
 * that no rule looked at. Safe for several threads.
 */
public final class FactUse {
  private final Map<Subject, Set<String>> asked = new ConcurrentHashMap<>();

  FactUse() {}

  /** Notes that the values of a key were asked for. */
  void note(Subject subject, String key) {
    asked.computeIfAbsent(subject, _ -> ConcurrentHashMap.newKeySet(4)).add(key);
  }

  /** Whether the values of this fact's key were asked for. */
  public boolean isAsked(Fact fact) {
    Set<String> keys = asked.get(fact.subject());
    return keys != null && keys.contains(fact.key());
  }
}
