package dev.headroom.formats.fact;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * All that is known of one host, from any number of sources.
 *
 * <p>Where several sources say the same key of the same subject, the first one counts; {@link #all}
 * has them all, and {@link #disagreements} those that say something else.
 *
 * <p>Not safe for several threads while facts are added.
 */
public final class Facts {
  private final List<Fact> facts = new ArrayList<>();
  private final Map<Subject, Map<String, List<Fact>>> index = new LinkedHashMap<>();
  private final Map<Thing, SortedSet<Subject>> subjects = new EnumMap<>(Thing.class);

  public Facts() {}

  public Facts(Collection<Fact> facts) {
    facts.forEach(this::add);
  }

  public void add(Fact fact) {
    facts.add(fact);
    Map<String, List<Fact>> keys =
        index.computeIfAbsent(
            fact.subject(),
            subject -> {
              subjects.computeIfAbsent(subject.thing(), _ -> new TreeSet<>()).add(subject);
              return new LinkedHashMap<>(4);
            });
    keys.merge(fact.key(), List.of(fact), Facts::joined);
  }

  /** Nearly every key is said once: a list of one costs least. */
  private static List<Fact> joined(List<Fact> said, List<Fact> more) {
    List<Fact> both = said.size() == 1 ? new ArrayList<>(said) : said;
    both.addAll(more);
    return both;
  }

  /** All of them, in the order in which they were read. */
  public List<Fact> all() {
    return List.copyOf(facts);
  }

  public boolean isEmpty() {
    return facts.isEmpty();
  }

  /** All subjects of a sort, in the order in which people count. */
  public List<Subject> subjects(Thing thing) {
    SortedSet<Subject> found = subjects.get(thing);
    return found == null ? List.of() : List.copyOf(found);
  }

  public boolean has(Subject subject) {
    return index.containsKey(subject);
  }

  /** What is said of a subject, the first of each key. */
  public List<Fact> about(Subject subject) {
    return keys(subject).values().stream().map(List::getFirst).toList();
  }

  /** All that is said of one key. */
  public List<Fact> all(Subject subject, String key) {
    List<Fact> found = keys(subject).get(key);
    return found == null ? List.of() : List.copyOf(found);
  }

  public Optional<Fact> first(Subject subject, String key) {
    List<Fact> found = keys(subject).get(key);
    return found == null ? Optional.empty() : Optional.of(found.getFirst());
  }

  public Known<String> text(Subject subject, String key) {
    return read(subject, key, Optional::of);
  }

  /** A whole number, in tens or with 0x in sixteens. */
  public Known<Long> number(Subject subject, String key) {
    return read(subject, key, Values::wholeNumber);
  }

  /** A number with or without a fraction. */
  public Known<Double> decimal(Subject subject, String key) {
    return read(subject, key, Values::decimal);
  }

  /** Yes or no, in any of the ways to say so: on, +, enabled, 1, yes, true. */
  public Known<Boolean> flag(Subject subject, String key) {
    return read(subject, key, Values::flag);
  }

  /** What {@code parser} makes of the first value; not said where it makes nothing of it. */
  public <T> Known<T> read(Subject subject, String key, Function<String, Optional<T>> parser) {
    Optional<Fact> fact = first(subject, key);
    if (fact.isEmpty()) {
      return Known.unsaid(key + " of " + subject);
    }
    Fact found = fact.get();
    Optional<T> value = parser.apply(found.value());
    return value.isPresent()
        ? Known.said(value.get(), found.evidence())
        : Known.unsaid(
            "%s of %s, which is '%s' (%s)"
                .formatted(key, subject, found.value(), found.evidence().place()));
  }

  /**
   * A counter's readings, one of each sample, in the order of samples: rates come from two of them,
   * never from one.
   */
  public List<Fact> samples(Subject subject, String key) {
    Map<Integer, Fact> bySample = new LinkedHashMap<>();
    for (Fact fact : all(subject, key)) {
      bySample.putIfAbsent(fact.evidence().source().sample(), fact);
    }
    return bySample.values().stream()
        .sorted(Comparator.comparingInt(fact -> fact.evidence().source().sample()))
        .toList();
  }

  /** Facts of one sample that say something else than the first of their key does. */
  public List<Fact> disagreements() {
    List<Fact> found = new ArrayList<>();
    for (Map<String, List<Fact>> keys : index.values()) {
      for (List<Fact> said : keys.values()) {
        Fact first = said.getFirst();
        for (Fact other : said.subList(1, said.size())) {
          if (!other.value().equals(first.value())
              && other.evidence().source().sample() == first.evidence().source().sample()) {
            found.add(other);
          }
        }
      }
    }
    return found;
  }

  private Map<String, List<Fact>> keys(Subject subject) {
    Map<String, List<Fact>> found = index.get(subject);
    return found == null ? Map.of() : found;
  }
}
