package dev.headroom.congestion.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Loops whose margin a textbook gives in closed form. */
final class PhaseMarginTest {

  /** k/s crosses 1 at k with -90 degrees; a delay d takes k d radians from the other 90. */
  @Test
  void shouldTakeTheDelayFromAnIntegratorsNinetyDegrees() {
    PhaseMargin margin =
        PhaseMargin.of(s -> Complex.real(1000).over(s).times(Complex.turnedBack(s.im() * 0.5e-3)))
            .orElseThrow();
    assertThat(margin.radiansPerSecond()).isCloseTo(1000, within(1e-6));
    assertThat(margin.degrees()).isCloseTo(90 - Math.toDegrees(0.5), within(1e-6));
    assertThat(margin.stable()).isTrue();
  }

  @Test
  void shouldHaveNoneWhereAllSwingsDieOutAtOnce() {
    assertThat(PhaseMargin.of(s -> Complex.real(0.5))).isEmpty();
  }

  /** 2 s/(s + 1)^2-like bumps cross twice; the worse crossing counts. */
  @Test
  void shouldTakeTheCrossingNearestToTrouble() {
    PhaseMargin.OpenLoop bump =
        s -> {
          Complex pole = s.times(1e-3).plus(1);
          return s.times(4e-3).over(pole.times(pole)).times(Complex.turnedBack(s.im() * 2e-4));
        };
    PhaseMargin margin = PhaseMargin.of(bump).orElseThrow();
    double high = 1000 * (2 + Math.sqrt(3)); // 4x = 1 + x^2
    assertThat(margin.radiansPerSecond()).isCloseTo(high, within(1e-3));
    double phase = 90 - 2 * Math.toDegrees(Math.atan(high / 1000)) - Math.toDegrees(high * 2e-4);
    assertThat(margin.degrees()).isCloseTo(180 + phase, within(1e-6));
  }

  /** 2/(1 + s/1000): its gain is 1 at 1000 sqrt(3), where it lags by 60 degrees. */
  @Test
  void shouldBeMoreThanARightAngleWhereALoopLagsLittle() {
    PhaseMargin margin =
        PhaseMargin.of(s -> Complex.real(2).over(s.times(1e-3).plus(1))).orElseThrow();
    assertThat(margin.radiansPerSecond()).isCloseTo(1000 * Math.sqrt(3), within(1e-6));
    assertThat(margin.degrees()).isCloseTo(120, within(1e-6));
  }

  /** s/1000 leads by 90 degrees: 270 before the swing comes round, 90 after it. */
  @Test
  void shouldSayALeadAsLessThanNothing() {
    PhaseMargin margin = PhaseMargin.of(s -> s.times(1e-3)).orElseThrow();
    assertThat(margin.degrees()).isCloseTo(-90, within(1e-6));
    assertThat(margin.stable()).isFalse();
  }
}
