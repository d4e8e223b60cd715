package dev.headroom.congestion.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.headroom.congestion.fluid.DcqcnFluid.FixedPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DcqcnFluidTest {
  private static DcqcnFluid paper(double gbps, int flows, double delayUs) {
    return new DcqcnFluid(
        gbps * 1e9,
        flows,
        delayUs * 1e-6,
        1000,
        new DcqcnFluid.Curve(5e3, 200e3, 0.01),
        new DcqcnFluid.Decrease(1.0 / 256, 50e-6, 55e-6),
        new DcqcnFluid.Recovery(55e-6, 10e6, 5, 40e6));
  }

  /** Exact solutions of the paper's equations 10 to 12, solved outside of this program. */
  @ParameterizedTest
  @CsvSource({
    " 40,  2, 7.77e-4,  20.2, 0.101",
    " 40,  4, 1.89e-3,  41.8, 0.122",
    " 40,  8, 4.55e-3,  93.8, 0.145",
    " 40, 10, 6.03e-3, 122.6, 0.153",
    "100, 10, 1.89e-3,  41.8, 0.122",
  })
  void shouldComeToRest(double gbps, int flows, double marking, double kb, double alpha) {
    FixedPoint point = paper(gbps, flows, 0).fixedPoint();
    assertThat(point.marking()).isCloseTo(marking, withPercentage(0.4));
    assertThat(point.queueBytes()).isCloseTo(kb * 1e3, withPercentage(0.4));
    assertThat(point.alpha()).isCloseTo(alpha, within(0.0006));
    assertThat(point.rateBps()).isEqualTo(gbps * 1e9 / flows);
    assertThat(point.onTheSlope()).isTrue();
  }

  /** Put into the differential equations, the fixed point changes nothing. */
  @ParameterizedTest
  @CsvSource({"2", "10", "48"})
  void shouldStandStillAtTheFixedPoint(int flows) {
    DcqcnFluid fluid = paper(40, flows, 0);
    FixedPoint point = fluid.fixedPoint();
    double p = point.marking();
    double r = point.rateBps() / 8e3;
    double gap = point.targetBps() / 8e3 - r;
    double a = 1 - Math.pow(1 - p, 50e-6 * r);
    double b = p / (Math.pow(1 - p, -1e4) - 1);
    double d = p / (Math.pow(1 - p, -55e-6 * r) - 1);
    double c = Math.pow(1 - p, 5e4) * b;
    double e = Math.pow(1 - p, 5 * 55e-6 * r) * d;
    double down = r * point.alpha() * a / (2 * 50e-6);
    assertThat(gap / 2 * r * (b + d)).isCloseTo(down, withPercentage(1e-6));
    double targetDown = gap * a / 50e-6;
    assertThat(40e6 / 8e3 * r * (c + e)).isCloseTo(targetDown, withPercentage(1e-6));
    assertThat(point.alpha()).isCloseTo(1 - Math.pow(1 - p, 55e-6 * r), withPercentage(1e-6));
  }

  @Test
  void shouldRestOnTheStepWhereTheSlopeDoesNotMarkEnough() {
    FixedPoint point = paper(40, 20, 0).fixedPoint();
    assertThat(point.onTheSlope()).isFalse();
    assertThat(point.queueBytes()).isEqualTo(200e3);
  }

  /** Points of the published curves; {@code FluidReferenceTest} has all of them where they are. */
  @ParameterizedTest
  @CsvSource({
    " 40,   0,  2,  26.6",
    " 40,   0, 10,   4.76",
    " 40,   0, 48, 33.7",
    " 40,  50,  2,   8.26",
    " 40,  50, 10,  -6.58",
    " 40,  50, 48, 21.3",
    " 40, 100,  8, -18.3",
    " 40, 100, 36,   1.28",
    "100,   0, 10,  12.4",
    "100,  50, 10, -10.1",
    "100, 100, 10, -32.6",
  })
  void shouldHaveThePublishedMargin(double gbps, double delayUs, int flows, double degrees) {
    DcqcnFluid fluid = paper(gbps, flows, delayUs);
    assertThat(fluid.publishedMargin().orElseThrow().degrees()).isCloseTo(degrees, within(0.1));
  }

  @Test
  void shouldApproximateTheMarkingAsRoughlyAsThePaper() {
    DcqcnFluid fluid = paper(40, 10, 50);
    double ratio = fluid.approximateFixedPoint().marking() / fluid.fixedPoint().marking();
    assertThat(ratio).isCloseTo(1.30, within(0.01));
  }

  /** Section 3.2: at 85 us 2 flows are stable and 10 are not; at 4 us all are. */
  @Test
  void shouldBeStableWherePaperAndRunsAre() {
    assertThat(paper(40, 2, 85).margin().orElseThrow().stable()).isTrue();
    assertThat(paper(40, 10, 85).margin().orElseThrow().stable()).isFalse();
    assertThat(paper(40, 10, 4).margin().orElseThrow().stable()).isTrue();
    assertThat(paper(40, 2, 4).margin().orElseThrow().stable()).isTrue();
  }

  /** A short byte counter asks for more more often, and takes more marks to hold. */
  @Test
  void shouldNeedFewerMarksWithoutAByteCounter() {
    DcqcnFluid without = withByteCounter(0);
    assertThat(without.fixedPoint().marking())
        .isLessThan(withByteCounter(100e3).fixedPoint().marking() * 0.96);
    assertThat(without.margin()).isPresent();
  }

  private static DcqcnFluid withByteCounter(double bytes) {
    return new DcqcnFluid(
        40e9,
        10,
        0,
        1000,
        new DcqcnFluid.Curve(5e3, 200e3, 0.01),
        new DcqcnFluid.Decrease(1.0 / 256, 50e-6, 55e-6),
        new DcqcnFluid.Recovery(55e-6, bytes, 5, 40e6));
  }

  /** The bound of the paper's source at 40 Gb/s. */
  @ParameterizedTest
  @CsvSource({"2, 0.096901", "10, 0.035894", "20, 0.023562", "48, 0.014423"})
  void shouldConvergeWithinThePublishedBound(int flows, double seconds) {
    assertThat(paper(40, flows, 0).convergence().seconds()).isCloseTo(seconds, withPercentage(0.1));
  }

  @Test
  void shouldRefuseWhatIsNoNetwork() {
    assertThatThrownBy(() -> paper(0, 2, 0)).hasMessageContaining("line rate");
    assertThatThrownBy(() -> paper(40, 0, 0)).hasMessageContaining("flows");
    assertThatThrownBy(() -> paper(40, 2, Double.NaN)).hasMessageContaining("feedback delay");
  }
}
