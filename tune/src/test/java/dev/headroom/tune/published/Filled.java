package dev.headroom.tune.published;

import java.util.Map;
import java.util.Objects;

/** Maps that a test has filled before. */
final class Filled {
  private Filled() {}

  /**
   * The value of a key.
   *
   * @throws NullPointerException that names the key if there is none
   */
  static <K, V> V at(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key), () -> "nothing was put for " + key);
  }
}
