package dev.headroom.model.knob;

import dev.headroom.unit.Keyword;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Knob values of one scenario; a knob without a value has its default. Immutable. */
public final class Settings {
  /** Every knob at its default. */
  public static final Settings DEFAULTS = new Settings(Map.of());

  private final Map<String, Object> values;

  /** Zero until asked for: a large fabric's ports look things up by their settings. */
  private int hash;

  private Settings(Map<String, Object> values) {
    this.values = values;
  }

  /** These settings with one more. */
  public <T> Settings with(Knob<T> knob, T value) {
    Map<String, Object> more = new TreeMap<>(values);
    more.put(knob.name(), value);
    return new Settings(more);
  }

  /** These settings with one more, read from text; throws {@code UnitException}. */
  public <T> Settings parse(Knob<T> knob, String text) {
    return with(knob, knob.type().parser().apply(text));
  }

  /** These settings with one more, given as text; throws {@code UnitException}. */
  public <T> Settings with(Knob<T> knob, String text) {
    return with(knob, knob.type().parser().apply(text));
  }

  /** These settings with those of another laid over them. */
  public Settings with(Settings over) {
    Map<String, Object> more = new TreeMap<>(values);
    more.putAll(over.values);
    return new Settings(more);
  }

  /** These settings without what is set of some knobs. */
  public Settings without(Collection<? extends Knob<?>> knobs) {
    Map<String, Object> fewer = new TreeMap<>(values);
    knobs.forEach(knob -> fewer.remove(knob.name()));
    return new Settings(fewer);
  }

  /** What is set of some knobs alone. */
  public Settings only(Collection<? extends Knob<?>> knobs) {
    Map<String, Object> fewer = new TreeMap<>();
    for (Knob<?> knob : knobs) {
      Object value = values.get(knob.name());
      if (value != null) {
        fewer.put(knob.name(), value);
      }
    }
    return new Settings(fewer);
  }

  /** The value set, or the knob's default; only for knobs that have one. */
  public <T> T get(Knob<T> knob) {
    return find(knob)
        .orElseThrow(() -> new IllegalStateException(knob.name() + " is derived: use find"));
  }

  /** The value set, or the knob's default, or empty where the default is derived. */
  @SuppressWarnings("unchecked") // a value is only ever stored under the knob of its own type
  public <T> Optional<T> find(Knob<T> knob) {
    Object value = values.get(knob.name());
    return value == null ? knob.fallback() : Optional.of((T) value);
  }

  /** The value set, or empty: defaults do not count. */
  public <T> Optional<T> findSet(Knob<T> knob) {
    return isSet(knob) ? find(knob) : Optional.empty();
  }

  public boolean isSet(Knob<?> knob) {
    return values.containsKey(knob.name());
  }

  /** A value as text that reads back equal, or empty where the default is derived. */
  public <T> Optional<String> print(Knob<T> knob) {
    return find(knob).map(knob.type().printer());
  }

  /** What is set, by knob name in order. */
  public Map<String, Object> asMap() {
    return Collections.unmodifiableMap(values);
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof Settings that && values.equals(that.values));
  }

  @Override
  public int hashCode() {
    if (hash == 0) {
      for (Map.Entry<String, Object> entry : values.entrySet()) {
        hash += entry.getKey().hashCode() ^ hash(entry.getValue());
      }
    }
    return hash;
  }

  /** The same in every run, as the hash of an enum is not. */
  private static int hash(Object value) {
    return value instanceof Keyword word ? word.word().hashCode() : value.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
