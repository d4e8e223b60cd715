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
public record BlockKey<T>(
    String name, ValueForm<T> form, boolean needed, Optional<T> fallback, String meaning) {

  /** One that must be there. */
  public static <T> BlockKey<T> needed(String name, ValueForm<T> form, String meaning) {
    return new BlockKey<>(name, form, true, Optional.empty(), meaning);
  }

  /** One that may be left out. */
  public static <T> BlockKey<T> optional(String name, ValueForm<T> form, String meaning) {
    return new BlockKey<>(name, form, false, Optional.empty(), meaning);
  }

  /** The same, for which something else counts where it is left out. */
  public BlockKey<T> or(T value) {
    return new BlockKey<>(name, form, false, Optional.of(value), meaning);
  }
}
