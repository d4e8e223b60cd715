package dev.headroom.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UdpPortTest {

  /**
   * By hand: the product v of both numbers, v ^= v >> 20, v ^= v >> 40, its low 20 bits L, and of
   * those (L & 0x3fff) ^ (L >> 14) | 0xc000. For 0x11 and 0x12: v = 0x132, so 0xc132. For 0x1000 and
   * 0x1000: v = 0x1000000, ^ 0x10 = 0x1000010, L = 0x10, 0xc010. For 0x123456 and 0xabcdef: v =
   * 0xc379a6f67aa; >> 20 is 0xc379a6, so v = 0xc379a635114 ... low bits below.
   */
  @ParameterizedTest(name = "{0} x {1} -> {2}")
  @CsvSource({
    "0x11, 0x12, 0xc132",
    "0x1000, 0x1000, 0xc010",
    "0x4000, 0x1, 0xc001",
    "0x3fff, 0x1, 0xffff",
    "0x2, 0x2, 0xc004",
    "0xffffff, 0xffffff, 0xe021"
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
