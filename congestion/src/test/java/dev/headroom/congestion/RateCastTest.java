package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against what g++ 12 makes of {@code (uint64_t) rate}, with and without -march=native. */
final class RateCastTest {
  private static final long LINE = 100_000_000_000L;
  private static final double ENDLESS = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @EnumSource
  void shouldCutWhatIsANumber(RateCast cast) {
    assertThat(cast.bps(12_345_678_901.9, LINE)).isEqualTo(12_345_678_901L);
    assertThat(cast.bps(0, LINE)).isZero();
    assertThat(cast.bps(1e15, LINE)).isEqualTo(LINE);
  }

  @Test
  void shouldKeepToTheLineAndSlowDownWhereNothingIsKnown() {
    assertThat(RateCast.LINE.bps(ENDLESS, LINE)).isEqualTo(LINE);
    assertThat(RateCast.LINE.bps(Double.NaN, LINE)).isEqualTo(-1);
  }

  @Test
  void shouldSendNothingForAnEndlessRateOnAnyProcessor() {
    assertThat(RateCast.X86_64.bps(ENDLESS, LINE)).isZero();
    assertThat(RateCast.AVX_512.bps(ENDLESS, LINE)).isEqualTo(-1);
  }

  @Test
  void shouldGoAtTheLineForWhatIsNoNumberButWithAvx512() {
    assertThat(RateCast.X86_64.bps(Double.NaN, LINE)).isEqualTo(LINE);
    assertThat(RateCast.AVX_512.bps(Double.NaN, LINE)).isEqualTo(-1);
  }
}
