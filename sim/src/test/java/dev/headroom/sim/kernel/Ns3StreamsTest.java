package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class Ns3StreamsTest {
  @Test
  void shouldBeUniform() {
    Ns3Streams draws = new Ns3Streams(1, 0);
    double sum = 0;
    double squares = 0;
    int n = 100_000;
    for (int i = 0; i < n; i++) {
      double u = draws.next();
      assertThat(u).isBetween(0.0, 1.0);
      sum += u;
      squares += u * u;
    }
    assertThat(sum / n).isCloseTo(1 / 2.0, within(0.005));
    assertThat(squares / n).isCloseTo(1 / 3.0, within(0.005));
  }

  @Test
  void shouldGiveEachStreamInItsTurn() {
    Ns3Streams all = new Ns3Streams(7, 0);
    Ns3Streams later = new Ns3Streams(7, 3);
    for (int i = 0; i < 3; i++) {
      all.next();
    }
    assertThat(later.next()).isEqualTo(all.next());
  }

  @Test
  void shouldTakeAnySeed() {
    assertThat(new Ns3Streams(0, 0).next()).isNotEqualTo(new Ns3Streams(1, 0).next());
    assertThat(new Ns3Streams(Long.MAX_VALUE, 0).next()).isBetween(0.0, 1.0);
  }
}
