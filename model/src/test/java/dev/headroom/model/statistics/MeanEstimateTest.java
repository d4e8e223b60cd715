package dev.headroom.model.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MeanEstimateTest {

  /** By hand: mean 370, s = sqrt(2126 / 2), reach = 4.3027 s / sqrt(3). */
  @Test
  void shouldGiveMeanSpreadAndInterval() {
    MeanEstimate estimate = MeanEstimate.of(new double[] {373, 401, 336}, 0.95);
    assertThat(estimate.mean()).isEqualTo(370);
    assertThat(estimate.deviation()).isCloseTo(32.6037, within(1e-4));
    assertThat(estimate.reach()).isCloseTo(80.992, within(1e-2));
    assertThat(estimate.low()).isCloseTo(289.01, within(0.01));
    assertThat(estimate.high()).isCloseTo(450.99, within(0.01));
    assertThat(estimate.least()).isEqualTo(336);
    assertThat(estimate.most()).isEqualTo(401);
  }

  @Test
  void shouldKnowNothingOfTheSpreadOfOne() {
    MeanEstimate one = MeanEstimate.of(new double[] {5}, 0.95);
    assertThat(one.mean()).isEqualTo(5);
    assertThat(one.isKnown()).isFalse();
    assertThat(one.contains(-1e300)).isTrue();
  }

  /** Ten times 0.1 do not add up to 1 in binary. */
  @Test
  void shouldHaveNoSpreadWhereAllAreAlike() {
    double[] values = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    MeanEstimate alike = MeanEstimate.of(values, 0.95);
    assertThat(alike.mean()).isEqualTo(0.1);
    assertThat(alike.reach()).isZero();
    assertThat(alike.contains(0)).isFalse();
  }

  @Test
  void shouldRefuseWhatIsNoNumber() {
    assertThatThrownBy(() -> MeanEstimate.of(new double[] {1, Double.NaN}, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MeanEstimate.of(new double[0], 0.95))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Of intervals of 95 % of two measurements nineteen in twenty hold the mean they are drawn of.
   */
  @Test
  void shouldHoldTheMeanAsOftenAsItSays() {
    java.util.Random random = new java.util.Random(3);
    int held = 0;
    for (int i = 0; i < 20_000; i++) {
      double[] drawn = {random.nextGaussian(7, 2), random.nextGaussian(7, 2)};
      held += MeanEstimate.of(drawn, 0.95).contains(7) ? 1 : 0;
    }
    assertThat(held / 20_000.0).isCloseTo(0.95, within(0.005));
  }
}
