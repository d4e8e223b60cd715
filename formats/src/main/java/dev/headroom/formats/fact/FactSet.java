package dev.headroom.formats.fact;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Facts of one host, from any number of sources.
 *
 * <p>Where several sources say the same key of the same subject, the first one counts; {@link #all}
 * has them all, and {@link #disagreements} those that say something else.
 *
 * <p>Not safe for several threads while facts are added.
 */
public final class FactSet {
  private final List<SourceFacts> said = new ArrayList<>();
  private final Map<Subject, SubjectFacts> index = new LinkedHashMap<>();
  private final Map<SubjectKind, SortedSet<Subject>> subjects = new EnumMap<>(SubjectKind.class);

  /** The source that each text was read from, and the one that has the same text here. */
  private final IdentityHashMap<FactSource, FactSource> here = new IdentityHashMap<>();

  private final FactUse use;

  public FactSet() {
    this(new FactUse());
  }

  private FactSet(FactUse use) {
    this.use = use;
  }

  public FactSet(Collection<Fact> facts) {
    this();
    add(new SourceFacts(List.copyOf(facts)));
  }

  /** A part of these facts; reads of the part count as reads of the whole. */
  public FactSet subset(Collection<Fact> facts) {
    FactSet part = new FactSet(use);
    part.add(new SourceFacts(List.copyOf(facts)));
    return part;
  }

  /** The keys that were read so far. */
  public FactUse use() {
    return use;
  }

  public void add(Fact fact) {
    add(new SourceFacts(List.of(fact)));
  }

  /** Adds what a source says, whichever source it was read from. */
  public void add(SourceFacts statements, FactSource source) {
    if (!statements.facts().isEmpty()) {
      FactSource read = statements.facts().getFirst().evidence().source();
      FactSource before = here.putIfAbsent(read, source);
      boolean alone = before == null || before.equals(source);
      add(alone ? statements : new SourceFacts(statements.withSource(source)));
    }
  }

  private void add(SourceFacts statements) {
    said.add(statements);
    statements
        .bySubject()
        .forEach((subject, facts) -> index.computeIfAbsent(subject, this::begun).add(facts));
  }

  private SubjectFacts begun(Subject subject) {
    subjects.computeIfAbsent(subject.kind(), _ -> new TreeSet<>()).add(subject);
    return new SubjectFacts();
  }

  /** Asked for every value that a rule looks at: most often the text was read right here. */
  @SuppressWarnings("ReferenceEquality")
  private Fact here(Fact fact) {
    FactSource read = fact.evidence().source();
    FactSource source = here.get(read);
    return source == null || source == read ? fact : fact.withSource(source);
  }

  private List<Fact> here(Collection<Fact> facts) {
    return facts.stream().map(this::here).toList();
  }

  /** All of them, in the order in which they were read. */
  public List<Fact> all() {
    return said.stream().flatMap(each -> each.facts().stream()).map(this::here).toList();
  }

  /**
   * What is said of such things under such keys. Reads of it do not count as reads of the whole: it
   * may be kept when the whole is not.
   */
  public FactSet filter(Set<SubjectKind> things, Predicate<String> keys) {
    List<Fact> kept = new ArrayList<>();
    index.forEach((subject, of) -> {
      if (things.contains(subject.kind())) {
        for (String key : of.firstByKey().keySet()) {
          if (keys.test(key)) {
            kept.addAll(here(of.of(key)));
          }
        }
      }
    });
    return new FactSet(kept);
  }

  /** All subjects of a sort, in the order in which people count. */
  public List<Subject> subjects(SubjectKind thing) {
    SortedSet<Subject> found = subjects.get(thing);
    return found == null ? List.of() : List.copyOf(found);
  }

  /** Those of a sort of which anything is said under a key that begins so, in the same order. */
  public List<Subject> subjects(SubjectKind thing, String prefix) {
    TreeSet<Subject> found = new TreeSet<>();
    for (SourceFacts each : said) {
      for (Subject subject : each.under(prefix)) {
        if (subject.kind() == thing) {
          found.add(subject);
        }
      }
    }
    return List.copyOf(found);
  }

  public boolean has(Subject subject) {
    return index.containsKey(subject);
  }

  /**
   * The first fact of each key of a subject. None counts as read; a rule that checks some of them
   * selects these with {@link #firstFactsOf(Subject, Predicate)}.
   */
  public List<Fact> firstFactsOf(Subject subject) {
    SubjectFacts found = index.get(subject);
    return found == null ? List.of() : here(found.firstByKey().values());
  }

  /** The first fact of each selected key of a subject. */
  public List<Fact> firstFactsOf(Subject subject, Predicate<String> keys) {
    SubjectFacts found = index.get(subject);
    if (found == null) {
      return List.of();
    }
    List<Fact> facts = new ArrayList<>();
    for (Fact fact : found.firstByKey().values()) {
      if (keys.test(fact.key())) {
        use.add(subject, fact.key());
        facts.add(here(fact));
      }
    }
    return facts;
  }

  /** All that is said of one key. */
  public List<Fact> all(Subject subject, String key) {
    SubjectFacts found = index.get(subject);
    if (found == null) {
      return List.of();
    }
    use.add(subject, key);
    return here(found.of(key));
  }

  public Optional<Fact> first(Subject subject, String key) {
    return Optional.ofNullable(asRead(subject, key)).map(this::here);
  }

  /** The first of a key, with the source that it was read from. */
  private @Nullable Fact asRead(Subject subject, String key) {
    SubjectFacts found = index.get(subject);
    Fact first = found == null ? null : found.first(key);
    if (first != null) {
      use.add(subject, key);
    }
    return first;
  }

  /** The first value of a key, for those who need no line that says it. */
  public Optional<String> value(Subject subject, String key) {
    return Optional.ofNullable(asRead(subject, key)).map(Fact::value);
  }

  public ReportedValue<String> text(Subject subject, String key) {
    return read(subject, key, Optional::of);
  }

  /** A whole number, in tens or with 0x in sixteens. */
  public ReportedValue<Long> number(Subject subject, String key) {
    return read(subject, key, ValueParser::wholeNumber);
  }

  /** A number with or without a fraction. */
  public ReportedValue<Double> decimal(Subject subject, String key) {
    return read(subject, key, ValueParser::decimal);
  }

  /** Yes or no, in any of the ways to say so: on, +, enabled, 1, yes, true. */
  public ReportedValue<Boolean> flag(Subject subject, String key) {
    return read(subject, key, ValueParser::flag);
  }

  /** What {@code parser} makes of the first value; not said where it makes nothing of it. */
  public <T> ReportedValue<T> read(
      Subject subject, String key, Function<String, Optional<T>> parser) {
    Fact found = asRead(subject, key);
    if (found == null) {
      return ReportedValue.unreported(key + " of " + subject);
    }
    Optional<T> value = parser.apply(found.value());
    Evidence evidence = here(found).evidence();
    return value.isPresent()
        ? ReportedValue.reported(value.get(), evidence)
        : ReportedValue.unreported(
            "%s of %s, which is '%s' (%s)"
                .formatted(key, subject, found.value(), evidence.location()));
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
    return disagreements((_, _) -> true);
  }

  /** Those of the selected subjects and keys. */
  public List<Fact> disagreements(BiPredicate<Subject, String> selected) {
    List<Fact> found = new ArrayList<>();
    index.forEach((subject, of) -> {
      for (String key : of.disputedKeys()) {
        if (selected.test(subject, key)) {
          addDisagreements(here(of.of(key)), found);
        }
      }
    });
    return found;
  }

  private static void addDisagreements(List<Fact> said, List<Fact> found) {
    Fact first = said.getFirst();
    for (Fact other : said.subList(1, said.size())) {
      if (!other.value().equals(first.value())
          && other.evidence().source().sample() == first.evidence().source().sample()) {
        found.add(other);
      }
    }
  }
}
