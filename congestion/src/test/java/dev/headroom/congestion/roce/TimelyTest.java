package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.SettingsOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Both forms of TIMELY against the algorithms of "ECN or Delay" (CoNEXT 2016) worked out by hand,
 * and against what that paper proves of their fixed points. Times in us, rates in Gb/s.
 */
final class TimelyTest {
  private static final long US = 1_000_000L;
  private static final Path PATH = new Path(10_000_000_000L, 5 * US, 1000);

  private final Feedback feedback = new Feedback(0);
  private double nowUs;

  private static TimelySettings starting(TimelyVariant form, double gbps) {
    return SettingsOf.timely(
        form, PATH, "congestion.timely.startRate", gbps + "Gbps", "congestion.minRate", "10Mbps");
  }

  private static Timely published(double gbps) {
    return new Timely(starting(TimelyVariant.PUBLISHED, gbps), PATH);
  }

  private static PatchedTimely patched(double gbps) {
    return new PatchedTimely(starting(TimelyVariant.PATCHED, gbps), PATH);
  }

  /** A segment is complete; 20 us have gone by at least. */
  private double complete(Controller flow, double rttUs) {
    nowUs += 30;
    feedback.ackedBytes = 16_000;
    feedback.rttPs = (long) (rttUs * US);
    flow.acknowledged((long) (nowUs * US), feedback);
    return flow.rateBps((long) (nowUs * US)) * 1e-9;
  }

  @Test
  void shouldDecreaseByTheGradientWhereTheRttRises() {
    Timely flow = published(5);
    assertThat(complete(flow, 60)).isEqualTo(5);
    // d = 0.875 * 2 us, in Dmin of 20 us: 0.0875
    double rate = 5 * (1 - 0.8 * 0.0875);
    assertThat(complete(flow, 62)).isCloseTo(rate, within(1e-8));
    // d = 0.125 * 1.75 us: 0.0109375
    rate *= 1 - 0.8 * 0.0109375;
    assertThat(complete(flow, 62)).isCloseTo(rate, within(1e-8));
    // d = 0.125 * 0.21875 - 0.875 * 3: negative
    assertThat(complete(flow, 59)).isCloseTo(rate + 0.01, within(1e-8));
  }

  @Test
  void shouldIncreaseUnderTlowAndDecreaseOverThighWhateverTheGradient() {
    Timely flow = published(5);
    complete(flow, 20);
    assertThat(complete(flow, 49)).isCloseTo(5.01, within(1e-8));
    complete(flow, 1_000); // 5.01 (1 - 0.8 (1 - 500/1000))
    assertThat(flow.rateBps(0) * 1e-9).isCloseTo(5.01 * 0.6, within(1e-8));
    assertThat(complete(flow, 800)).isCloseTo(5.01 * 0.6 * (1 - 0.8 * 0.375), within(1e-8));
  }

  @Test
  void shouldIncreaseFivefoldFromTheFifthFallInARow() {
    Timely flow = published(5);
    complete(flow, 200);
    double rate = 5;
    for (int fall = 1; fall <= 7; fall++) {
      rate += fall >= 5 ? 0.05 : 0.01;
      assertThat(complete(flow, 200 - fall)).isCloseTo(rate, within(1e-8));
    }
    complete(flow, 250);
    double before = flow.rateBps(0) * 1e-9;
    assertThat(complete(flow, 150)).isCloseTo(before + 0.01, within(1e-8));
  }

  @Test
  void shouldActOncePerSegmentAndNoMoreThanOncePerLeastRtt() {
    Timely flow = published(5);
    complete(flow, 20);
    feedback.ackedBytes = 8_000;
    feedback.rttPs = 30 * US;
    flow.acknowledged((long) (nowUs * US) + 25 * US, feedback);
    assertThat(flow.rateBps(0)).isEqualTo(5_000_000_000L);
    flow.acknowledged((long) (nowUs * US) + 26 * US, feedback);
    assertThat(flow.rateBps(0)).isEqualTo(5_010_000_000L);
    feedback.ackedBytes = 16_000;
    flow.acknowledged((long) (nowUs * US) + 45 * US, feedback);
    assertThat(flow.rateBps(0)).isEqualTo(5_010_000_000L);
    flow.acknowledged((long) (nowUs * US) + 46 * US, feedback);
    assertThat(flow.rateBps(0)).isEqualTo(5_020_000_000L);
  }

  @Test
  void shouldWeighRateByGradientAndRttWherePatched() {
    PatchedTimely flow = patched(5);
    complete(flow, 60);
    // gradient 0.0875, w = 0.675, error (62 - 50)/50
    double rate = 0.01 * (1 - 0.675) + 5 * (1 - 0.008 * 0.675 * 0.24);
    assertThat(complete(flow, 62)).isCloseTo(rate, within(1e-8));
    // gradient far over 1/4: w = 1
    rate *= 1 - 0.008 * (100 - 50) / 50;
    assertThat(complete(flow, 100)).isCloseTo(rate, within(1e-8));
    // far under -1/4: w = 0
    assertThat(complete(flow, 60)).isCloseTo(rate + 0.01, within(1e-8));
  }

  /** The theorem of section 4: rates C/N, q* = q' (1 + N delta/(beta C)), from any start. */
  @ParameterizedTest
  @CsvSource({"5, 5, 0", "7, 3, 0", "9, 1, 0", "5, 5, 10000"})
  void shouldRestAtTheOneFixedPointWherePatched(double first, double second, double late) {
    OneLink link = new OneLink(10, 5, 1000);
    link.start(0, patched(first));
    link.start(late, patched(second));
    link.run(200_000, 220_000);
    assertThat(link.flows.get(0).gbps()).isCloseTo(5, within(0.05));
    assertThat(link.flows.get(1).gbps()).isCloseTo(5, within(0.05));
    double rttUs = 50 * (1 + 2 * 0.01 / (0.008 * 10));
    assertThat(rttUs).isEqualTo(62.5);
    double queueUs = link.meanQueueBytes() * 8 / 10_000;
    assertThat(5 + queueUs).as("RTT in us").isCloseTo(rttUs, within(1.0));
    assertThat(link.mostQueue - link.leastQueue).as("swing of the queue").isLessThan(3_000);
  }

  /** The same section: shares depend on how the flows happened to start. */
  @Test
  void shouldHaveNoOneFixedPointAsPublished() {
    double[] shares = new double[3];
    double[][] starts = {{5, 5, 0}, {7, 3, 0}, {5, 5, 10_000}};
    for (int i = 0; i < 3; i++) {
      OneLink link = new OneLink(10, 5, 1000);
      link.start(0, published(starts[i][0]));
      link.start(starts[i][2], published(starts[i][1]));
      link.run(200_000, 230_000);
      shares[i] = link.flows.get(0).gbps() / link.totalGbps();
      assertThat(link.mostQueue - link.leastQueue).as("limit cycle").isGreaterThan(30_000);
    }
    assertThat(Math.abs(shares[0] - shares[1])).isGreaterThan(0.2);
    assertThat(Math.max(shares[1], shares[2])).as("share of one of two").isGreaterThan(0.7);
  }
}
