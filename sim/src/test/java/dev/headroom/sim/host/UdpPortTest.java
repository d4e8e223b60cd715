package dev.headroom.sim.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UdpPortTest {

  /**
   * By hand, with v the product of both numbers: v ^= v >> 20, v ^= v >> 40, L its low 20 bits, and
   * the port is (L & 0x3fff) ^ (L >> 14) | 0xc000. For 0x11 and 0x12: v = L = 0x132, so 0xc132. For
   * 0xffffff twice: v = 0xfffffe000001, ^ 0xfffffe0 = 0xfffff1ffffe1, ^ 0xff = 0xfffff1ffff1e, L =
   * 0xfff1e, 0x3f1e ^ 0x3f = 0x3f21, so 0xff21.
   */
  @ParameterizedTest(name = "{0} x {1} -> {2}")
  @CsvSource({
    "0x11, 0x12, 0xc132",
    "0x1000, 0x1000, 0xc010",
    "0x4000, 0x1, 0xc001",
    "0x3fff, 0x1, 0xffff",
    "0x2, 0x2, 0xc004",
    "0xffffff, 0xffffff, 0xff21",
    "0x123456, 0xabcdef, 0xc3c8"
  })
  void shouldBeWhatLinuxDerivesFromBothQueuePairs(String local, String remote, String port) {
    assertThat(UdpPort.ofKernel(Integer.decode(local), Integer.decode(remote)))
        .isEqualTo(Integer.decode(port));
    assertThat(UdpPort.ofKernel(Integer.decode(remote), Integer.decode(local)))
        .as("both ends agree")
        .isEqualTo(Integer.decode(port));
  }

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
  void shouldStayInTheDynamicRangeWhoeverChooses() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(UdpPort.ofNic(1, i, i + 1, 0)).isBetween(0xc000, 0xffff);
      assertThat(UdpPort.ofKernel(2 + i * 37, 5 + i * 91)).isBetween(0xc000, 0xffff);
    }
  }
}
