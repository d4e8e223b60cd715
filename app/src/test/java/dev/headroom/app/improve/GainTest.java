package dev.headroom.app.improve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.tune.search.Objective;
import org.junit.jupiter.api.Test;

final class GainTest {
  private static final Objective TIME = Objective.less("completionPs");
  private static final Objective RATE = Objective.more("goodputMeanBps");

  @Test
  void shouldCompareSeedBySeed() {
    Gain gain = Gain.of(TIME, new double[] {10, 20, 40}, new double[] {5, 10, 20}).orElseThrow();

    assertThat(gain.factor()).isCloseTo(2, within(1e-12));
    assertThat(gain.isGain()).isTrue();
    assertThat(gain.text()).startsWith("2 times better");
  }

  @Test
  void shouldSayWhatNoiseHides() {
    Gain gain = Gain.of(TIME, new double[] {10, 10, 10}, new double[] {5, 12, 9}).orElseThrow();

    assertThat(gain.words()).endsWith(" % better, within noise");
    assertThat(Gain.of(TIME, new double[] {10, 20}, new double[] {10, 20}).orElseThrow().words())
        .isEqualTo("the same");
  }

  @Test
  void shouldTakeMoreAsBetterWhereThatIsTheDirection() {
    Gain gain = Gain.of(RATE, new double[] {100, 100}, new double[] {110, 110}).orElseThrow();

    assertThat(gain.factor()).isCloseTo(1.1, within(1e-12));
  }

  @Test
  void shouldHaveNoGainOfRunsWithoutFigures() {
    assertThat(Gain.of(TIME, new double[] {10, Double.NaN}, new double[] {5, 5})).isEmpty();
    assertThat(Gain.of(TIME, new double[] {10}, new double[] {0})).isEmpty();
  }

  @Test
  void shouldKeepAPromiseWithinItsPredictionInterval() {
    double[] promising = {100, 102, 98, 101, 99};

    assertThat(Promise.of(promising, new double[] {103, 99, 101, 98, 102}).orElseThrow().isKept())
        .isTrue();
    assertThat(Promise.of(promising, new double[] {120, 118, 121, 119, 122}).orElseThrow().isKept())
        .isFalse();
    assertThat(Promise.of(promising, new double[] {80, 81, 79, 80, 80}).orElseThrow().isKept())
        .isFalse();
  }
}
