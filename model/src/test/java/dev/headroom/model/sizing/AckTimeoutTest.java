package dev.headroom.model.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AckTimeoutTest {
  /** NCCL's table of NCCL_IB_TIMEOUT with 7 retries, and perftest's default of 14. */
  @ParameterizedTest
  @CsvSource({"14, 0.0671, 0.4698", "17, 0.537, 3.758", "18, 1.074, 7.516", "22, 17.18, 120.3"})
  void shouldGiveThePublishedTimes(int exponent, double seconds, double retries) {
    AckTimeout timeout = new AckTimeout(exponent, 7);
    assertThat(timeout.timeout().seconds()).isCloseTo(seconds, within(seconds * 1e-3));
    assertThat(timeout.allRetries().seconds()).isCloseTo(retries, within(retries * 1e-3));
    assertThat(timeout.error().ps()).isEqualTo(timeout.timeout().ps() * 8);
  }

  @Test
  void shouldWaitForEverAtZero() {
    assertThat(new AckTimeout(0, 7).runsOut()).isFalse();
  }

  @Test
  void shouldFindTheExponentOfATime() {
    assertThat(AckTimeout.exponentFor(Time.parse("4s"))).isEqualTo(20);
    assertThat(AckTimeout.exponentFor(Time.parse("67108864ns"))).isEqualTo(14);
    assertThat(AckTimeout.exponentFor(new Time(Long.MAX_VALUE))).isEqualTo(31);
  }

  @Test
  void shouldRefuseWhatHasNoFiveOrThreeBits() {
    assertThatThrownBy(() -> new AckTimeout(32, 7)).hasMessageContaining("0 to 31");
    assertThatThrownBy(() -> new AckTimeout(20, 8)).hasMessageContaining("0 to 7");
  }
}
