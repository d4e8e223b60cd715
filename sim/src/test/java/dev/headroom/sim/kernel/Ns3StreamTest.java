package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class Ns3StreamTest {
  @Test
  void shouldBeUniform() {
    Ns3Stream draws = new Ns3Stream(1, 50);
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
  void shouldBeTheSameForOneNumberAndAnotherForAnother() {
    assertThat(new Ns3Stream(7, 50).next()).isEqualTo(new Ns3Stream(7, 50).next());
    assertThat(new Ns3Stream(7, 50).next()).isNotEqualTo(new Ns3Stream(7, 51).next());
    assertThat(new Ns3Stream(7, 0).next()).isNotEqualTo(new Ns3Streams(7, 0).next());
  }
}
