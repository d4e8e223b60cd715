package dev.headroom.sim.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class UdpPortTest {

  @Test
  void shouldNumberQueuePairsByHostsAndIndexAlone() {
    Set<Integer> numbers = new HashSet<>();
    for (int host = 0; host < 40; host++) {
      for (int peer = 0; peer < 40; peer++) {
        for (int index = 0; index < 3; index++) {
          int number = UdpPort.queuePairNumber(host, peer, index);
          assertThat(number).isBetween(2, (1 << 24) - 1);
          assertThat(UdpPort.queuePairNumber(host, peer, index)).isEqualTo(number);
          numbers.add(number);
        }
      }
    }
    // 4,800 draws from 2^24 meet 0.7 times on average.
    assertThat(numbers).hasSizeGreaterThan(4_794);
  }

  @Test
  void shouldStayInTheDynamicRange() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(UdpPort.ofNic(1, i, i + 1, 0)).isBetween(0xc000, 0xffff);
    }
  }
}
