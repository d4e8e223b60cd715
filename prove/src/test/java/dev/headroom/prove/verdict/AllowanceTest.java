package dev.headroom.prove.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AllowanceTest {
  @Test
  void shouldAllowWhatABitErrorRateMakesLikely() {
    // Poisson tables: P(X > 14) = 0.0008 and P(X > 13) = 0.0022 for a mean of 5.76
    assertThat(Allowance.likely(5.76)).isEqualTo(14);
    assertThat(Allowance.likely(0)).isZero();
    assertThat(Allowance.likely(1e-6)).isZero();
    assertThat(Allowance.likely(10_000)).isBetween(10_300L, 10_320L);
  }

  @Test
  void shouldAllowNothingWhereNothingIsAllowed() {
    assertThat(Allowance.NONE.most(1e18, 1e6)).isZero();
    assertThat(Allowance.ONE_AN_HOUR.most(0, 4 * 3600)).isEqualTo(4);
  }

  @Test
  void shouldBoundARateOfWhichNothingWasSeen() {
    // (1 - p)^n = 0.05
    double exact = 1 - Math.pow(0.05, 1e-4);
    assertThat(Statistics.ruleOfThree(10_000)).isCloseTo(exact, within(2e-6));
  }

  @Test
  void shouldScoreAStraggler() {
    double[] scores = Statistics.scores(380, 382, 381, 379, 380, 300);
    assertThat(scores[5]).isLessThan(-50);
    assertThat(scores[0]).isBetween(-1.0, 1.0);
    assertThat(Statistics.scores(5, 5, 5)).containsExactly(0, 0, 0);
  }
}
