package dev.headroom.formats.fact;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Value with the line that reports it, or the absence of a report, which is neither zero nor "no".
 *
 * <p>A rule that needs the value asks {@code switch (x) { case Said(var value, var evidence) ->
 * ...; case Unsaid(var what) -> not checked: needs what }}.
 *
 * @param <T> of what type the value is
 */
public sealed interface Known<T> {

  /**
   * A source says it.
   *
   * @param evidence where
   */
  record Said<T>(T value, Evidence evidence) implements Known<T> {}

  /**
   * No source says it, or what it says cannot be understood.
   *
   * @param what what is missing, as a person would ask for it: "link.width of pci 0000:5d:00.0"
   */
  record Unsaid<T>(String what) implements Known<T> {}

  static <T> Known<T> said(T value, Evidence evidence) {
    return new Said<>(value, evidence);
  }

  static <T> Known<T> unsaid(String what) {
    return new Unsaid<>(what);
  }

  default boolean isSaid() {
    return this instanceof Said;
  }

  /** Whether it is said and the value is such. */
  default boolean is(Predicate<? super T> such) {
    return this instanceof Said<T> said && such.test(said.value());
  }

  /** Whether it is said and is this value. */
  default boolean equalTo(T value) {
    return is(value::equals);
  }

  /** The same evidence with what follows from the value. */
  default <R> Known<R> map(Function<? super T, ? extends R> to) {
    return switch (this) {
      case Said<T>(T value, Evidence evidence) -> new Said<>(to.apply(value), evidence);
      case Unsaid<T>(String what) -> new Unsaid<>(what);
    };
  }

  /** This, or what another source says where this is not said. */
  default Known<T> or(Known<T> other) {
    return isSaid() ? this : other;
  }

  default T orElse(T other) {
    return this instanceof Said<T> said ? said.value() : other;
  }

  default Optional<T> optional() {
    return this instanceof Said<T> said ? Optional.of(said.value()) : Optional.empty();
  }

  default Optional<Evidence> where() {
    return this instanceof Said<T> said ? Optional.of(said.evidence()) : Optional.empty();
  }

  /**
   * The value of what was found to be said before.
   *
   * @throws NoSuchElementException if it is not
   */
  default T get() {
    return switch (this) {
      case Said<T>(T value, Evidence _) -> value;
      case Unsaid<T>(String what) -> throw new NoSuchElementException(what + " is not known");
    };
  }
}
