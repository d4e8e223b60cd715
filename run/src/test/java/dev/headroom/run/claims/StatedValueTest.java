package dev.headroom.run.claims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StatedValueTest {
  @Test
  void shouldSayHowAMeasuredValueStandsToTheClaim() {
    StatedValue range = StatedValue.between(15, 20, "%");
    assertThat(range.comparison(17)).isEqualTo("agrees with the claim");
    assertThat(range.comparison(25.2)).isEqualTo("more than the claim's 20 %");
    assertThat(range.comparison(3)).isEqualTo("less than the claim's 15 %");
    assertThat(StatedValue.atLeast(1.1, "times").comparison(1))
        .isEqualTo("less than the claim's 1.1 times");
    assertThat(StatedValue.approximately(100, "", 0.05).comparison(104))
        .isEqualTo("agrees with the claim");
  }

  /** Rounded to three digits both would be the same number. */
  @Test
  void shouldTellCloseNumbersApart() {
    assertThat(StatedValue.atMost(2.50049, "us").comparison(2.5005))
        .isEqualTo("more than the claim's 2.50049 us");
  }
}
