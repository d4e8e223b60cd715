package dev.headroom.formats.fact;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Facts of one text, in order and by subject. Texts that are equal say the same, so hosts may share
 * one of these: {@link FactSet} puts the name of each one's own source in.
 */
public final class SourceFacts {
  private final List<Fact> facts;
  private final Map<Subject, KeyedFacts> bySubject = new LinkedHashMap<>();
  private final long estimatedBytes;

  /** By the beginning of keys, of which subjects any such is said: found when somebody asks. */
  private final Map<String, List<Subject>> under = new ConcurrentHashMap<>();

  private final Map<Class<?>, Object> views = new ConcurrentHashMap<>(1);

  public SourceFacts(List<Fact> facts) {
    this.facts = List.copyOf(facts);
    for (Fact fact : this.facts) {
      bySubject.computeIfAbsent(fact.subject(), _ -> new KeyedFacts()).add(fact);
    }
    bySubject.values().forEach(KeyedFacts::close);
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

  /** The facts whose keys were read from a host with this text. */
  public void forEachRead(FactUse use, Consumer<Fact> action) {
    bySubject.forEach((subject, facts) -> {
      for (String key : use.keysOf(subject)) {
        facts.byKey().getOrDefault(key, List.of()).forEach(action);
      }
    });
  }

  /**
   * Something that is worked out of these facts alone: made once for all hosts with the same text.
   * Safe for several threads.
   */
  public <V> V view(Class<V> kind, Function<SourceFacts, V> maker) {
    Object known = views.get(kind);
    if (known == null) {
      known = maker.apply(this);
      views.put(kind, known);
    }
    return kind.cast(known);
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
                    each.getValue().byKey().keySet().stream()
                        .anyMatch(key -> key.startsWith(begins)))
                .map(Map.Entry::getKey)
                .toList());
  }

  /** The facts of each subject, in the order in which the subjects were read. */
  Map<Subject, KeyedFacts> bySubject() {
    return bySubject;
  }
}
