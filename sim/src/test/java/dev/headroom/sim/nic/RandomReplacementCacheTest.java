package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RandomReplacementCacheTest {

  /** Solutions of h = exp(-(n / c) (1 - h)), whether the cache had room for all from the start. */
  @ParameterizedTest
  @CsvSource({
    "200, 300, 0.417", "200, 400, 0.203", "200, 800, 0.0198",
    "2000, 3000, 0.417", "2000, 4000, 0.203", "2000, 8000, 0.0198"
  })
  void shouldHitAsOftenAsItsFormulaSays(int entries, int asked, double share) {
    RandomReplacementCache cache = new RandomReplacementCache(entries, 7);
    rounds(cache, asked, 20);

    int hits = rounds(cache, asked, 100);

    assertThat(hits / (100.0 * asked)).isCloseTo(share, within(0.015));
  }

  /** Around what it has room for at first, and where it takes more. */
  @ParameterizedTest
  @ValueSource(ints = {1, 255, 256, 257, 511, 512, 513, 2600, 8192})
  void shouldHoldAllThatFits(int entries) {
    RandomReplacementCache cache = new RandomReplacementCache(entries, 7);

    assertThat(rounds(cache, entries, 1)).isZero();
    assertThat(rounds(cache, entries, 3)).isEqualTo(3 * entries);

    cache.touch(entries);
    assertThat(rounds(cache, entries, 1)).isLessThan(entries);
  }

  /** Asks for some entries in turn, again and again; how many of them it held. */
  private static int rounds(RandomReplacementCache cache, int asked, int rounds) {
    int hits = 0;
    for (int i = 0; i < rounds * asked; i++) {
      hits += cache.touch(i % asked) ? 1 : 0;
    }
    return hits;
  }
}
