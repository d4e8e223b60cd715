package dev.headroom.formats.fact;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Value with the line that reports it, or the absence of a report, which is neither zero nor "no".
 *
 * <p>A rule that needs the value asks {@code switch (x) { case Reported(var value, var evidence) ->
 * ...; case Unreported(var what) -> not checked: needs what }}.
 *
 * @param <T> of what type the value is
 */
public sealed interface ReportedValue<T> {

  /**
   * A source says it.
   *
   * @param evidence where
   */
  record Reported<T>(T value, Evidence evidence) implements ReportedValue<T> {}

  /**
   * No source says it, or what it says cannot be understood.
   *
   * @param missing what is missing, as a person would ask for it: "link.width of pci 0000:5d:00.0"
   */
  record Unreported<T>(String missing) implements ReportedValue<T> {}

  static <T> ReportedValue<T> reported(T value, Evidence evidence) {
    return new Reported<>(value, evidence);
  }

  static <T> ReportedValue<T> unreported(String what) {
    return new Unreported<>(what);
  }

  default boolean isReported() {
    return this instanceof Reported;
  }

  /** Whether it is said and the value is such. */
  default boolean matches(Predicate<? super T> such) {
    return this instanceof Reported<T> said && such.test(said.value());
  }

  /** Whether it is said and is this value. */
  default boolean equalTo(T value) {
    return matches(value::equals);
  }

  /** The same evidence with what follows from the value. */
  default <R> ReportedValue<R> map(Function<? super T, ? extends R> to) {
    return switch (this) {
      case Reported<T>(T value, Evidence evidence) -> new Reported<>(to.apply(value), evidence);
      case Unreported<T>(String what) -> new Unreported<>(what);
    };
  }

  /** This, or what another source says where this is not said. */
  default ReportedValue<T> orElseReported(ReportedValue<T> other) {
    return isReported() ? this : other;
  }

  default T orElse(T other) {
    return this instanceof Reported<T> said ? said.value() : other;
  }

  default Optional<T> optional() {
    return this instanceof Reported<T> said ? Optional.of(said.value()) : Optional.empty();
  }

  default Optional<Evidence> findEvidence() {
    return this instanceof Reported<T> said ? Optional.of(said.evidence()) : Optional.empty();
  }

  /**
   * The value of what was found to be said before.
   *
   * @throws NoSuchElementException if it is not
   */
  default T get() {
    return switch (this) {
      case Reported<T>(T value, Evidence _) -> value;
      case Unreported<T>(String what) -> throw new NoSuchElementException(what + " is not known");
    };
  }
}
