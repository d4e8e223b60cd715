package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RngTest {
  private static final int N = 100_000;

  @ParameterizedTest
  @ValueSource(strings = {"host-0", "host-1", "leaf-3 port 17", ""})
  void shouldDrawUniformly(String name) {
    long key = Rng.key(1, name);
    int[] bins = new int[64];
    double sum = 0;
    for (int i = 0; i < N; i++) {
      double u = Rng.uniform(key, i);
      assertThat(u).isGreaterThanOrEqualTo(0).isLessThan(1);
      bins[(int) (u * bins.length)]++;
      sum += u;
    }
    double expected = (double) N / bins.length;
    double chi = 0;
    for (int bin : bins) {
      chi += (bin - expected) * (bin - expected) / expected;
    }
    assertThat(chi).as("chi square of 63 degrees of freedom, p = 1e-5").isLessThan(120);
    assertThat(sum / N).isCloseTo(0.5, within(5 * Math.sqrt(1 / 12.0 / N)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void shouldGiveNeighboursIndependentStreams(int lag) {
    for (int pair = 0; pair < 20; pair++) {
      long a = Rng.key(1, "host-" + pair);
      long b = Rng.key(1, "host-" + (pair + 1));
      double correlation = 0;
      for (int i = 0; i < N; i++) {
        correlation += (Rng.uniform(a, i) - 0.5) * (Rng.uniform(b, i + lag) - 0.5);
      }
      assertThat(correlation * 12 / N).isCloseTo(0, within(5 / Math.sqrt(N)));
    }
  }

  @Test
  void shouldGiveEveryNameAndSeedItsOwnStream() {
    Set<Long> keys = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      for (int i = 0; i < 1_000; i++) {
        keys.add(Rng.key(seed, "switch-" + i + " port 1"));
      }
    }
    assertThat(keys).hasSize(50_000);
  }
}
