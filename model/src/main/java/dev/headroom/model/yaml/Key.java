package dev.headroom.model.yaml;

import java.util.Optional;

/**
 * Key that a block may have.
 *
 * @param needed whether no block does without it
 * @param fallback what counts where it is left out; empty where nothing does
 * @param meaning in a phrase, for editors and documentation
 * @param <T> what its value is read as
 */
public record Key<T>(
    String name, Form<T> form, boolean needed, Optional<T> fallback, String meaning) {

  /** One that must be there. */
  public static <T> Key<T> needed(String name, Form<T> form, String meaning) {
    return new Key<>(name, form, true, Optional.empty(), meaning);
  }

  /** One that may be left out. */
  public static <T> Key<T> optional(String name, Form<T> form, String meaning) {
    return new Key<>(name, form, false, Optional.empty(), meaning);
  }

  /** The same, for which something else counts where it is left out. */
  public Key<T> or(T value) {
    return new Key<>(name, form, false, Optional.of(value), meaning);
  }
}
