package dev.headroom.congestion.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PatchedTimelyFluidTest {
  private static PatchedTimelyFluid paper(int flows, double delayUs) {
    return new PatchedTimelyFluid(
        10e9, flows, delayUs * 1e-6, 16e3, 1000, 10e6, 0.008, 0.875, 50e-6, 20e-6);
  }

  @Test
  void shouldRestWhereTheQueueIsTheSameForAll() {
    assertThat(paper(2, 0).fixedPoint().queueBytes()).isCloseTo(78_125, within(1.0));
    assertThat(paper(40, 0).fixedPoint().queueBytes()).isCloseTo(375_000, within(1.0));
  }

  /** Points of the published curves; {@code FluidReferenceTest} has all of them where they are. */
  @ParameterizedTest
  @CsvSource({"0, 2, -1.95", "0, 20, 41.6", "0, 40, -1.31", "100, 2, -12.14", "50, 50, -26.9"})
  void shouldHaveThePublishedMargin(double delayUs, int flows, double degrees) {
    assertThat(
            paper(flows, delayUs)
                .margin(PatchedTimelyFluid.PUBLISHED_SLOPE)
                .orElseThrow()
                .degrees())
        .isCloseTo(degrees, within(0.1));
  }

  /** The algorithm weighs the gradient four times as much: fewer flows are stable. */
  @Test
  void shouldBearFewerFlowsAsTheAlgorithmHasIt() {
    assertThat(paper(2, 0).margin(PatchedTimelyFluid.ALGORITHM_SLOPE).orElseThrow().stable())
        .isTrue();
    assertThat(paper(30, 0).margin(PatchedTimelyFluid.ALGORITHM_SLOPE).orElseThrow().stable())
        .isFalse();
  }

  @Test
  void shouldConvergeInThePublishedTime() {
    assertThat(paper(2, 0).convergenceSeconds().orElseThrow()).isCloseTo(76.7e-3, within(0.1e-3));
    assertThat(paper(1, 0).convergenceSeconds()).isEmpty();
  }
}
