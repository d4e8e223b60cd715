package dev.headroom.congestion.fluid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.fluid.DcqcnFluid.FixedPoint;
import dev.headroom.congestion.fluid.DcqcnFluid.Terms;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The equations integrated in time by Euler's rule: from a little beside the fixed point they go
 * where the phase margin says.
 */
final class FluidInTimeTest {
  private static final ResultTable DELAYS =
      ResultTable.of(
          "fluid-delays",
          FluidInTimeTest.class,
          "flows, 40 Gb/s",
          "delay that uses up the published margin, us",
          "the exact margin",
          "decays at",
          "grows at");

  private static final double STEP = 1e-6;

  private static DcqcnFluid dcqcn(int flows, double delay) {
    return new DcqcnFluid(
        40e9,
        flows,
        delay,
        1000,
        new DcqcnFluid.Curve(5e3, 200e3, 0.01),
        new DcqcnFluid.Decrease(1.0 / 256, 50e-6, 55e-6),
        new DcqcnFluid.Recovery(55e-6, 10e6, 5, 40e6));
  }

  /** The delay that takes the whole margin: phase over frequency. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 10})
  void shouldSwingFromTheDelayThatTakesTheMargin(int flows) {
    PhaseMargin margin = dcqcn(flows, 0).margin().orElseThrow();
    double critical = Math.toRadians(margin.degrees()) / margin.radiansPerSecond();
    assertThat(growthOfDcqcn(dcqcn(flows, critical * 0.92))).isLessThan(0.5);
    assertThat(growthOfDcqcn(dcqcn(flows, critical * 1.08))).isGreaterThan(0.9);
    PhaseMargin published = dcqcn(flows, 0).publishedMargin().orElseThrow();
    double publishedDelay = Math.toRadians(published.degrees()) / published.radiansPerSecond();
    DELAYS.row(
        "" + flows,
        Cells.number(publishedDelay * 1e6, 0),
        Cells.number(critical * 1e6, 1),
        Cells.number(critical * 0.92e6, 0),
        Cells.number(critical * 1.08e6, 0));
  }

  /** How many times the queue's swing is larger in the second half of 0.4 s than in the first. */
  private static double growthOfDcqcn(DcqcnFluid fluid) {
    FixedPoint point = fluid.fixedPoint();
    double slope = fluid.markingPerPacket();
    double rest = point.marking() / slope;
    double rate = fluid.rate() * 1.001;
    double target = point.targetBps() / fluid.packetBits();
    double alpha = point.alpha();
    double queue = rest;
    int lag = (int) Math.round(fluid.feedbackSeconds() / STEP);
    double[] rates = filled(lag, fluid.rate());
    double[] queues = filled(lag, rest);
    double[] swings = new double[400_000];
    for (int i = 0; i < swings.length; i++) {
      double old = rates[i % lag];
      Terms terms = fluid.terms(Math.max(1e-9, queues[i % lag] * slope), old);
      rates[i % lag] = rate;
      queues[i % lag] = queue;
      double cut = terms.cut() / fluid.decrease().cnpSeconds();
      double gap = target - rate;
      queue += STEP * fluid.flows() * (rate - fluid.rate());
      rate += STEP * (gap / 2 * old * terms.recoverySteps() - rate * alpha * cut / 2);
      target += STEP * (fluid.increase() * old * terms.increaseSteps() - gap * cut);
      alpha +=
          STEP * fluid.decrease().g() / fluid.decrease().alphaSeconds() * (terms.marked() - alpha);
      swings[i] = Math.abs(queue - rest);
    }
    return growth(swings);
  }

  private static double[] filled(int length, double value) {
    double[] values = new double[length];
    Arrays.fill(values, value);
    return values;
  }

  /** The first 20 ms settle in the shape of a swing. */
  private static double growth(double[] swings) {
    int half = swings.length / 2;
    double before = Arrays.stream(swings, 20_000, half).max().orElseThrow();
    return Arrays.stream(swings, half, swings.length).max().orElseThrow() / before;
  }

  /** 10 Gb/s without propagation delay; the first and the last flows that each slope bears. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 2, false",
    "0.5, 5, true",
    "0.5, 36, true",
    "0.5, 42, false",
    "2, 2, true",
    "2, 17, true",
    "2, 22, false",
  })
  void shouldBearAsManyFlowsOfTimelyAsTheMarginSays(double slope, int flows, boolean stable) {
    PatchedTimelyFluid fluid =
        new PatchedTimelyFluid(10e9, flows, 0, 16e3, 1000, 10e6, 0.008, 0.875, 50e-6, 20e-6);
    assertThat(fluid.margin(slope).orElseThrow().stable()).isEqualTo(stable);
    double growth = growthOfTimely(fluid, slope);
    if (stable) {
      assertThat(growth).isLessThan(0.5);
    } else {
      assertThat(growth).isGreaterThan(0.9);
    }
  }

  private static double growthOfTimely(PatchedTimelyFluid fluid, double slope) {
    PatchedTimelyFluid.FixedPoint point = fluid.fixedPoint();
    double line = fluid.lineBps();
    double reference = line * fluid.lowSeconds();
    double rest = point.queueBytes() * 8;
    double update = point.updateSeconds();
    int lag = (int) Math.round(point.feedbackSeconds() / STEP);
    int longer = (int) Math.round((point.feedbackSeconds() + update) / STEP);
    double[] queues = filled(longer + 1, rest);
    double queue = rest;
    double rate = point.rateBps() * (1 + 1e-7);
    double gradient = 0;
    double[] swings = new double[200_000];
    for (int i = 0; i < swings.length; i++) {
      double old = queues[Math.floorMod(i - lag, longer + 1)];
      double older = queues[Math.floorMod(i - longer, longer + 1)];
      queues[i % (longer + 1)] = queue;
      double weight = Math.clamp(slope * gradient + 0.5, 0, 1);
      double down = weight * fluid.beta() * rate * (old - reference) / reference;
      double change = (old - older) / (line * fluid.minRttSeconds());
      queue += STEP * fluid.flows() * (rate - point.rateBps());
      rate += STEP * ((1 - weight) * fluid.deltaBps() - down) / update;
      gradient += STEP * fluid.ewma() / update * (change - gradient);
      swings[i] = Math.abs(queue - rest);
    }
    return growth(swings);
  }
}
