package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class Ns3StreamsTest {
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
