package dev.headroom.formats.fact;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Facts of one text, in order and by subject. Texts that are equal say the same, so hosts may share
 * one of these: {@link FactSet} puts the name of each one's own source in.
 */
public final class SourceFacts {
  private final List<Fact> facts;
  private final Map<Subject, Map<String, List<Fact>>> bySubject = new LinkedHashMap<>();
  private final long estimatedBytes;

  /** By the beginning of keys, of which subjects any such is said: found when somebody asks. */
  private final Map<String, List<Subject>> under = new ConcurrentHashMap<>();

  public SourceFacts(List<Fact> facts) {
    this.facts = List.copyOf(facts);
    for (Fact fact : this.facts) {
      bySubject
          .computeIfAbsent(fact.subject(), _ -> new LinkedHashMap<>(4))
          .merge(fact.key(), List.of(fact), SubjectFacts::joined);
    }
    estimatedBytes = weigh(this.facts);
  }

  private static long weigh(List<Fact> facts) {
    long weight = 0;
    int line = -1;
    for (Fact fact : facts) {
      weight += fact.estimatedBytes();
      if (fact.evidence().line() != line) {
        line = fact.evidence().line();
        weight += fact.evidence().estimatedBytes();
      }
    }
    return weight;
  }

  /** About how much memory they take, with their lines. */
  public long estimatedBytes() {
    return estimatedBytes;
  }

  /** In the order of their lines. */
  public List<Fact> facts() {
    return facts;
  }

  /** The same, as they stand in this source, which has the text that they were read from. */
  public List<Fact> withSource(FactSource source) {
    if (facts.isEmpty() || facts.getFirst().evidence().source().equals(source)) {
      return facts;
    }
    List<Fact> there = new ArrayList<>(facts.size());
    facts.forEach(fact -> there.add(fact.withSource(source)));
    return there;
  }

  /** The subjects of which anything is said under a key that begins so. */
  List<Subject> under(String prefix) {
    return under.computeIfAbsent(
        prefix,
        begins ->
            bySubject.entrySet().stream()
                .filter(each ->
                    each.getValue().keySet().stream().anyMatch(key -> key.startsWith(begins)))
                .map(Map.Entry::getKey)
                .toList());
  }

  /** Of each subject all that is said of a key; not to be changed by anybody. */
  Map<Subject, Map<String, List<Fact>>> bySubject() {
    return bySubject;
  }
}
