package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class Ns3StreamTest {
  @Test
  void shouldBeTheSameForOneNumberAndAnotherForAnother() {
    assertThat(new Ns3Stream(7, 50).next()).isEqualTo(new Ns3Stream(7, 50).next());
    assertThat(new Ns3Stream(7, 50).next()).isNotEqualTo(new Ns3Stream(7, 51).next());
    assertThat(new Ns3Stream(7, 0).next()).isNotEqualTo(new Ns3Streams(7, 0).next());
  }
}
