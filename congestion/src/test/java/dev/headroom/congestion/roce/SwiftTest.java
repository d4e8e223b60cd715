package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The target's curve and algorithm 1 of the paper by hand, and closed loops. Times in us. */
final class SwiftTest {
  private static final long US = 1_000_000L;

  /** 10 us at 100 Gb/s are 125,000 bytes; with packets of 5,000 bytes a flow starts with 25. */
  private static final Path PATH = new Path(100_000_000_000L, 10 * US, 5_000);

  private final Feedback feedback = new Feedback(0);

  private static Swift starting(double packets) {
    return new Swift(
        Swift.Settings.defaults(), new Path(100_000_000_000L, 10 * US, (int) (125_000 / packets)));
  }

  private void ack(Swift flow, double nowUs, int packets, double rttUs, double hostUs) {
    feedback.clear();
    feedback.ackedBytes = packets * flow.windowBytes() / (long) Math.max(1, flow.packets());
    feedback.rttPs = (long) (rttUs * US);
    feedback.hostDelayPs = (long) (hostUs * US);
    flow.acknowledged((long) (nowUs * US), feedback);
  }

  /** a = 100/(sqrt(10) - 0.1) = 32.656 us, b = -3.2656 us. */
  @ParameterizedTest
  @CsvSource({"1, 29.390", "4, 13.062", "25, 3.266", "100, 0"})
  void shouldAllowSmallWindowsMoreDelay(double packets, double overBaseUs) {
    Swift flow = starting(packets);
    assertThat(flow.packets()).isEqualTo(packets);
    assertThat(flow.targetPs(0) / US).isCloseTo(20 + overBaseUs, within(1e-3));
    assertThat((flow.targetPs(5) - flow.targetPs(0)) / US).isCloseTo(5 * 20 / 6.55, within(1e-3));
  }

  @Test
  void shouldStopScalingAtTheEndsOfItsRange() {
    Swift small = starting(0.1);
    assertThat(small.targetPs(0) / US).isCloseTo(120, within(1e-6));
    assertThat(starting(0.05).targetPs(0) / US).isCloseTo(120, within(1e-6));
    assertThat(starting(500).targetPs(0) / US).isEqualTo(20);
  }

  @Test
  void shouldAddOnePacketForEachWindowAcknowledgedInTime() {
    Swift flow = starting(25);
    double packets = 25;
    for (int i = 0; i < 25; i++) {
      ack(flow, i, 1, 12, 0);
      packets += 1 / packets;
      assertThat(flow.packets()).isCloseTo(packets, within(1e-9));
    }
    assertThat(packets).isCloseTo(26, within(0.02));
  }

  @Test
  void shouldDecreaseByHowFarDelayIsOverTargetOnceARoundTrip() {
    Swift flow = starting(25);
    double target = flow.targetPs(0) / US; // 23.266
    ack(flow, 100, 1, 40, 0);
    double packets = 25 * (1 - 0.8 * (40 - target) / 40);
    assertThat(flow.packets()).isCloseTo(packets, within(1e-9));
    ack(flow, 139, 1, 40, 0);
    assertThat(flow.packets()).as("within an RTT").isCloseTo(packets, within(1e-9));
    ack(flow, 4_100, 1, 4_000, 0);
    assertThat(flow.packets()).as("half at the most").isCloseTo(packets / 2, within(1e-9));
  }

  @Test
  void shouldTellDelayInHostsFromDelayInTheFabric() {
    Swift flow = starting(25);
    ack(flow, 0, 1, 40, 30); // 10 us in the fabric
    assertThat(flow.packets()).isCloseTo(25 + 1.0 / 25, within(1e-9));
    for (int i = 1; i < 200; i++) { // the host's average passes 20 us: its window falls
      ack(flow, i * 100, 1, 210, 200);
    }
    assertThat(flow.packets()).isLessThan(1);
  }

  @Test
  void shouldPaceBelowOnePacket() {
    Swift flow = starting(1);
    assertThat(flow.rateBps(0)).as("a whole packet is not paced").isEqualTo(100_000_000_000L);
    ack(flow, 0, 1, 50, 0);
    double packets = 1 - 0.8 * (50 - 49.390) / 50;
    assertThat(flow.packets()).isCloseTo(packets, within(1e-5));
    // 125,000 bytes every 50 us/w
    double bps = packets * 125_000 * 8 / 50e-6;
    assertThat((double) flow.rateBps(0)).isCloseTo(bps, within(bps * 1e-5));
    assertThat(flow.windowBytes()).isEqualTo(125_000);
    feedback.clear();
    feedback.ackedBytes = 125_000;
    feedback.rttPs = 20 * US;
    flow.acknowledged(60 * US, feedback);
    assertThat(flow.packets()).as("ai for each packet").isCloseTo(packets + 1, within(1e-5));
  }

  @Test
  void shouldHalveOnLossAndGiveUpAfterFiveTimeouts() {
    Swift flow = starting(40);
    flow.lost(0, feedback);
    assertThat(flow.packets()).isEqualTo(20);
    flow.lost(9 * US, feedback);
    assertThat(flow.packets()).as("within an RTT").isEqualTo(20);
    for (long timeout = 1; timeout <= 4; timeout++) {
      flow.timedOut(timeout * 1_000 * US, feedback);
    }
    assertThat(flow.packets()).isEqualTo(1.25);
    flow.timedOut(5_000 * US, feedback);
    assertThat(flow.packets()).isEqualTo(0.01);
  }

  /** Delay stays under the target, and near it, whatever the number of flows. */
  @ParameterizedTest
  @CsvSource({"4", "16", "200"})
  void shouldHoldDelayAtItsTargetAndSharesEqual(int flows) {
    OneLink link = new OneLink(100, 10, 4096);
    for (int i = 0; i < flows; i++) {
      link.start(100.0 * i, new Swift(Swift.Settings.defaults(), link.path));
    }
    double settled = 100.0 * flows + 20_000;
    link.run(settled, settled + 10_000);
    assertThat(link.totalGbps()).isGreaterThan(99);
    assertThat(link.fairness()).isGreaterThan(0.99);
    double delayUs = 10 + link.meanQueueBytes() * 8 / 100_000;
    // The window that this delay means, and the target at that window: one equation, one unknown.
    double packets = delayUs * 12_500 / 4096 / flows;
    double scale = 100 / (1 / Math.sqrt(0.1) - 1 / Math.sqrt(100));
    double target = 20 + 3.053 + Math.min(100, scale / Math.sqrt(packets) - scale / 10);
    assertThat(delayUs).isCloseTo(target, within(0.12 * target));
  }

  @Test
  void shouldStartWithTheBdpOfItsPath() {
    assertThat(new Swift(Swift.Settings.defaults(), PATH).windowBytes()).isEqualTo(125_000);
  }
}
