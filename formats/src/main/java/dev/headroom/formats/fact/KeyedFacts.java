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
  private List<String> disputed = List.of();

  /** Adds a fact of the text; only while the text is read. */
  void add(Fact fact) {
    byKey.merge(fact.key(), List.of(fact), SubjectFacts::joined);
  }

  /** Finds the keys with different values; once, after the last fact. */
  void close() {
    disputed =
        byKey.entrySet().stream()
            .filter(each -> isDisputed(each.getValue()))
            .map(Map.Entry::getKey)
            .toList();
  }

  /** Whether a later fact has another value than the first. */
  static boolean isDisputed(List<Fact> facts) {
    String first = facts.getFirst().value();
    return facts.size() > 1 && facts.stream().anyMatch(fact -> !fact.value().equals(first));
  }

  /** All facts of each key, in the order in which the keys were read. */
  Map<String, List<Fact>> byKey() {
    return byKey;
  }

  /** Keys with different values, in the same order. */
  List<String> disputed() {
    return disputed;
  }
}
