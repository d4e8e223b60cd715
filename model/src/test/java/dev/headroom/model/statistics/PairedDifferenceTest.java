package dev.headroom.model.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class PairedDifferenceTest {

  /**
   * Student's own example (Biometrika 6, 1908, table I): additional hours of sleep of ten patients
   * under two drugs. The mean of the differences is 1.58, t is 4.0621 and p 0.002833, as R's {@code
   * t.test(extra ~ group, data = sleep, paired = TRUE)} has it; the interval is 0.70 to 2.46.
   */
  @Test
  void shouldAgreeWithStudent() {
    double[] first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
    double[] second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
    PairedDifference paired = PairedDifference.of(first, second, 0.95);
    assertThat(paired.difference().mean()).isCloseTo(1.58, within(1e-9));
    assertThat(paired.difference().low()).isCloseTo(0.7001142, within(1e-6));
    assertThat(paired.difference().high()).isCloseTo(2.4598858, within(1e-6));
    assertThat(paired.chance()).isCloseTo(0.00283289, within(1e-7));
    assertThat(paired.isNoise()).isFalse();
    assertThat(paired.more()).isEqualTo(9);
    assertThat(paired.less()).isZero();
  }

  /** Completion of two marks with three seeds: what one seed shows another takes back. */
  @Test
  void shouldNotTellApartWhatSeedsTurnAround() {
    PairedDifference paired =
        PairedDifference.of(new double[] {373, 401, 336}, new double[] {205, 324, 380}, 0.95);
    assertThat(paired.difference().mean()).isEqualTo(-67);
    assertThat(paired.isNoise()).isTrue();
    assertThat(paired.less()).isEqualTo(2);
    assertThat(paired.more()).isEqualTo(1);
  }

  /** What scatters together differs by little: each for itself would not show it. */
  @Test
  void shouldSeeWhatPairsShare() {
    double[] first = {100, 200, 300, 400};
    double[] second = {103, 204, 303, 404};
    assertThat(PairedDifference.of(first, second, 0.95).isNoise()).isFalse();
    assertThat(MeanEstimate.of(first, 0.95).contains(MeanEstimate.of(second, 0.95).mean()))
        .isTrue();
  }

  @Test
  void shouldSayNothingOfOnePair() {
    PairedDifference one = PairedDifference.of(new double[] {1}, new double[] {100}, 0.95);
    assertThat(one.isNoise()).isTrue();
    assertThat(one.chance()).isEqualTo(1);
  }

  @Test
  void shouldBeSureWhereNothingScatters() {
    PairedDifference same =
        PairedDifference.of(new double[] {1, 1, 1}, new double[] {2, 2, 2}, 0.95);
    assertThat(same.isNoise()).isFalse();
    assertThat(same.chance()).isZero();
    assertThat(PairedDifference.of(new double[] {3, 3}, new double[] {3, 3}, 0.95).isNoise())
        .isTrue();
  }

  @Test
  void shouldRefuseWhatIsNoPair() {
    assertThatThrownBy(() -> PairedDifference.of(new double[] {1}, new double[] {1, 2}, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Eleven comparisons of what is alike: at least nineteen times in twenty none is called apart.
   */
  @Test
  void shouldHoldTogether() {
    assertThat(JointConfidence.ofEach(0.95, 5)).isCloseTo(0.99, within(1e-12));
    assertThat(JointConfidence.ofEach(0.95, 0)).isEqualTo(0.95);
    java.util.Random random = new java.util.Random(5);
    double confidence = JointConfidence.ofEach(0.95, 11);
    int calm = 0;
    for (int i = 0; i < 2_000; i++) {
      double[] first = random.doubles(5, 0, 1).toArray();
      boolean apart = false;
      for (int k = 0; k < 11; k++) {
        apart |=
            !PairedDifference.of(first, random.doubles(5, 0, 1).toArray(), confidence).isNoise();
      }
      calm += apart ? 0 : 1;
    }
    assertThat(calm / 2_000.0).isGreaterThan(0.94);
  }
}
