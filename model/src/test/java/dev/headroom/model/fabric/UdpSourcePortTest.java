package dev.headroom.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UdpSourcePortTest {
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
    assertThat(UdpSourcePort.ofKernel(Integer.decode(local), Integer.decode(remote)))
        .isEqualTo(Integer.decode(port));
    assertThat(UdpSourcePort.ofKernel(Integer.decode(remote), Integer.decode(local)))
        .as("both ends agree")
        .isEqualTo(Integer.decode(port));
  }

  @Test
  void shouldStayInTheDynamicRange() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(UdpSourcePort.ofKernel(2 + i * 37, 5 + i * 91)).isBetween(0xc000, 0xffff);
    }
  }
}
