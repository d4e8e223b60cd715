package dev.headroom.model.knob;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Setting of a scenario.
 *
 * @param name dotted path in a scenario file, such as {@code congestion.kmin}
 * @param type how its values are read and printed
 * @param fallback the default; empty when it is worked out from other settings
 * @param derivation how the default is worked out when {@code fallback} is empty; else blank
 * @param meaning one line: what it does
 * @param range least and greatest value as text, both inclusive; empty when any value will do
 * @param source where the default comes from, and what presets set it to
 * @param realName where a real system keeps it: a debugfs file, a configuration table; else blank
 */
public record Knob<T>(
    String name,
    ValueType<T> type,
    Optional<T> fallback,
    String derivation,
    String meaning,
    List<String> range,
    String source,
    String realName) {

  public Knob {
    range = List.copyOf(range);
  }

  /** A knob with a default. */
  public static <T> Knob<T> of(String name, ValueType<T> type, String fallback, String meaning) {
    return new Knob<>(
        name, type, Optional.of(type.parser().apply(fallback)), "", meaning, List.of(), "", "");
  }

  /** A knob whose default follows from other settings. */
  public static <T> Knob<T> derived(
      String name, ValueType<T> type, String derivation, String meaning) {
    return new Knob<>(name, type, Optional.empty(), derivation, meaning, List.of(), "", "");
  }

  public Knob<T> within(String least, String greatest) {
    return new Knob<>(
        name, type, fallback, derivation, meaning, List.of(least, greatest), source, realName);
  }

  public Knob<T> from(String where) {
    return new Knob<>(name, type, fallback, derivation, meaning, range, where, realName);
  }

  /** Names the setting of a real system that this knob stands for. */
  public Knob<T> real(String where) {
    return new Knob<>(name, type, fallback, derivation, meaning, range, source, where);
  }

  /** What is wrong with a value that lies outside the range; empty when it lies within. */
  public Optional<String> outside(T value) {
    if (range.isEmpty()) {
      return Optional.empty();
    }
    T least = type.parser().apply(range.getFirst());
    T greatest = type.parser().apply(range.getLast());
    for (Object each : each(value)) {
      if (compare(each, each(least).iterator().next()) < 0
          || compare(each, each(greatest).iterator().next()) > 0) {
        return Optional.of(
            "%s is outside %s to %s".formatted(each, range.getFirst(), range.getLast()));
      }
    }
    return Optional.empty();
  }

  private static Collection<?> each(Object value) {
    return value instanceof PerRateValue<?> rates ? rates.byRate().values() : List.of(value);
  }

  @SuppressWarnings("unchecked") // a knob with a range has values that compare with each other
  private static int compare(Object one, Object other) {
    return ((Comparable<Object>) one).compareTo(other);
  }

  /** The part of the name before the first dot: the section of a scenario file. */
  public String section() {
    return name.substring(0, name.indexOf('.'));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Knob<?> that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
