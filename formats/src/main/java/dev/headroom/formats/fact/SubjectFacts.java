package dev.headroom.formats.fact;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts about one subject from all sources of a host, by key. What a single source says much of is
 * taken as it is, since other hosts may share it; the few words that a file of sysfs says are
 * copied together.
 */
final class SubjectFacts {
  /** More keys than these are not copied. */
  private static final int FEW = 16;

  /** Earlier sources first. */
  private final List<Map<String, List<Fact>>> parts = new ArrayList<>(2);

  /** Keys of which the first part has different values. */
  private List<String> disputedInFirst = List.of();

  /** Whether the last part is a copy of this host's own. */
  private boolean own;

  void add(KeyedFacts source) {
    Map<String, List<Fact>> said = source.byKey();
    if (parts.isEmpty() || said.size() > FEW) {
      if (parts.isEmpty()) {
        disputedInFirst = source.disputed();
      }
      parts.add(said);
      own = false;
      return;
    }
    if (!own) {
      parts.add(new LinkedHashMap<>(4));
      own = true;
    }
    Map<String, List<Fact>> copies = parts.getLast();
    said.forEach((key, facts) ->
        copies.merge(key, facts.size() == 1 ? facts : new Several(facts), SubjectFacts::joined));
  }

  /** All that is said of a key, what is said first in front; empty where nothing is. */
  List<Fact> of(String key) {
    List<Fact> all = List.of();
    for (Map<String, List<Fact>> part : parts) {
      List<Fact> found = part.get(key);
      if (found != null) {
        all = all.isEmpty() ? found : joined(new Several(all), found);
      }
    }
    return all;
  }

  /** What is said first of a key. */
  @Nullable Fact first(String key) {
    for (Map<String, List<Fact>> part : parts) {
      List<Fact> found = part.get(key);
      if (found != null) {
        return found.getFirst();
      }
    }
    return null;
  }

  /** What is said first of each key, in the order in which the keys were read. */
  Map<String, Fact> firstByKey() {
    Map<String, Fact> firsts = new LinkedHashMap<>();
    for (Map<String, List<Fact>> part : parts) {
      part.forEach((key, facts) -> firsts.putIfAbsent(key, facts.getFirst()));
    }
    return firsts;
  }

  /** Keys with different values, in the order in which they were read. */
  List<String> disputedKeys() {
    if (parts.size() == 1) {
      return disputedInFirst;
    }
    List<String> disputed = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      for (String key : parts.get(i).keySet()) {
        if (!isInEarlierPart(key, i) && KeyedFacts.isDisputed(of(key))) {
          disputed.add(key);
        }
      }
    }
    return disputed;
  }

  private boolean isInEarlierPart(String key, int part) {
    for (int i = 0; i < part; i++) {
      if (parts.get(i).containsKey(key)) {
        return true;
      }
    }
    return false;
  }

  /** Nearly every key is said once: a list of one costs least. */
  static List<Fact> joined(List<Fact> said, List<Fact> more) {
    Several both = said instanceof Several grows ? grows : new Several(said);
    both.addAll(more);
    return both;
  }

  /** A list that nobody else holds, and that may grow. */
  private static final class Several extends ArrayList<Fact> {
    private static final long serialVersionUID = 1L;

    Several(List<Fact> facts) {
      super(facts);
    }
  }
}
