package dev.headroom.sim.rc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RnrTimerTest {

  /** Units of 10 us: powers of two, and between each pair the one halfway. */
  @Test
  void shouldDoubleEveryTwoCodes() {
    for (int code = 2; code < 32; code++) {
      long units = code % 2 == 0 ? 1L << (code / 2) : 3L << (code / 2 - 1);
      assertThat(RnrTimer.ps(code)).as("code %d", code).isEqualTo(units * 10_000_000);
    }
  }

  @Test
  void shouldBeShortestForOneAndLongestForZero() {
    assertThat(RnrTimer.ps(1)).isEqualTo(10_000_000L);
    assertThat(RnrTimer.ps(12)).as("0.64 ms").isEqualTo(640_000_000L);
    assertThat(RnrTimer.ps(0)).as("655.36 ms").isEqualTo(655_360_000_000L);
  }
}
