package dev.headroom.formats.fact;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts of one text about one subject, by key. Hosts with the same text share it, so it does not
 * change once the text was read.
 */
final class KeyedFacts {
  private final Map<String, List<Fact>> byKey = new LinkedHashMap<>(4);
  private List<String> repeated = List.of();

  /** Adds a fact of the text; only while the text is read. */
  void add(Fact fact) {
    byKey.merge(fact.key(), List.of(fact), SubjectFacts::joined);
  }

  /** Finds the keys with several facts; once, after the last fact. */
  void close() {
    repeated =
        byKey.entrySet().stream()
            .filter(each -> each.getValue().size() > 1)
            .map(Map.Entry::getKey)
            .toList();
  }

  /** All facts of each key, in the order in which the keys were read. */
  Map<String, List<Fact>> byKey() {
    return byKey;
  }

  /** Keys with several facts, in the same order. */
  List<String> repeated() {
    return repeated;
  }
}
