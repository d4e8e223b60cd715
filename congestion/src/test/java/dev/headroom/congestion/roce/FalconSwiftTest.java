package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.SettingsOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pseudocode of Falcon 0.9, section 10.3, by hand, and closed loops. Times in us. */
final class FalconSwiftTest {
  private static final long US = 1_000_000L;
  private static final int PACKET = 5_000;

  /** 10 us at 100 Gb/s are 25 packets. */
  private static final Path PATH = new Path(100_000_000_000L, 10 * US, PACKET);

  private final Feedback feedback = new Feedback(0);

  private static FalconSwift smoothing(double weight) {
    return new FalconSwift(
        SettingsOf.make(
            FalconSwift.Settings.class,
            PATH,
            "congestion.falcon.delayWeight",
            String.valueOf(weight)),
        PATH);
  }

  private void ack(FalconSwift flow, double nowUs, int packets, double rttUs, double heldUs) {
    feedback.clear();
    feedback.ackedBytes = (long) packets * PACKET;
    feedback.rttPs = (long) (rttUs * US);
    feedback.hostDelayPs = (long) (heldUs * US);
    feedback.hops = 1;
    flow.acknowledged((long) (nowUs * US), feedback);
  }

  @Test
  void shouldMoveItsWindowByTheFabricsDelay() {
    FalconSwift flow = smoothing(1);
    ack(flow, 0, 5, 42, 30); // 12 us in the fabric
    assertThat(flow.delayPs()).isEqualTo(12.0 * US);
    // 32.656/sqrt(25) - 3.2656 = 3.266 us over the base, and a hop of 3.053 us.
    assertThat(flow.targetPs() / US).isCloseTo(20 + 3.266 + 3.053, within(1e-3));
    assertThat(flow.fabricPackets()).isCloseTo(25 + 5.0 / 25, within(1e-9));
    ack(flow, 100, 1, 60, 20);
    double target = flow.targetPs() / US;
    assertThat(flow.fabricPackets()).isCloseTo(25.2 * (1 - 0.8 * (40 - target) / 40), within(1e-9));
  }

  @Test
  void shouldSmoothDelayAsAlphaSays() {
    FalconSwift flow = smoothing(0.25);
    ack(flow, 0, 1, 20, 0);
    assertThat(flow.delayPs()).as("the first sample counts whole").isEqualTo(20.0 * US);
    ack(flow, 1, 1, 40, 0);
    assertThat(flow.delayPs()).isEqualTo(25.0 * US);
  }

  /** Once an RTT in the same direction; a first step up after one down at once. */
  @Test
  void shouldMoveTheNicsWindowByTheLevelOfItsBuffer() {
    FalconSwift flow = smoothing(1);
    ack(flow, 0, 1, 20, 0);
    flow.buffered(100 * US, 20);
    assertThat(flow.nicPackets()).isEqualTo((int) (1_024 * (1 - 4.0 / 20)));
    flow.buffered(110 * US, 31);
    assertThat(flow.nicPackets()).as("within an RTT").isEqualTo(819);
    flow.buffered(111 * US, 15);
    assertThat(flow.nicPackets()).isEqualTo(820);
    flow.buffered(112 * US, 15);
    assertThat(flow.nicPackets()).as("within an RTT").isEqualTo(820);
    flow.buffered(131 * US, 0);
    assertThat(flow.nicPackets()).isEqualTo(821);
    flow.buffered(160 * US, 31);
    assertThat(flow.nicPackets()).isEqualTo((int) (821.2 * (1 - 15.0 / 31)));
  }

  @Test
  void shouldHalveOnTheFirstRetransmissionAndGiveUpOnTheFifth() {
    FalconSwift flow = smoothing(1);
    flow.lost(0, feedback);
    assertThat(flow.fabricPackets()).isEqualTo(12.5);
    for (int i = 2; i <= 4; i++) {
      flow.timedOut(1_000L * i * US, feedback);
      assertThat(flow.fabricPackets()).as("only the first").isEqualTo(12.5);
    }
    flow.timedOut(5_000 * US, feedback);
    assertThat(flow.fabricPackets()).isEqualTo(0.01);
    ack(flow, 6_000, 1, 12, 0);
    double grown = flow.fabricPackets();
    assertThat(grown).isCloseTo(1.01, within(1e-9));
    flow.lost(7_000 * US, feedback);
    assertThat(flow.fabricPackets()).as("an ACK starts the count anew").isEqualTo(grown / 2);
  }

  /** Delay stays near the target that it means itself. */
  @ParameterizedTest
  @CsvSource({"4", "16", "200"})
  void shouldHoldDelayAtItsTargetAndSharesEqual(int flows) {
    OneLink link = new OneLink(100, 10, 4096);
    for (int i = 0; i < flows; i++) {
      link.start(100.0 * i, new FalconSwift(FalconSwift.Settings.defaults(), link.path));
    }
    double settled = 100.0 * flows + 20_000;
    link.run(settled, settled + 10_000);
    assertThat(link.totalGbps()).isGreaterThan(99);
    assertThat(link.fairness()).isGreaterThan(0.99);
    double delayUs = 10 + link.meanQueueBytes() * 8 / 100_000;
    double packets = delayUs * 12_500 / 4096 / flows;
    double scale = 100 / (1 / Math.sqrt(0.1) - 1 / Math.sqrt(100));
    double target = 20 + 3.053 + Math.min(100, scale / Math.sqrt(packets) - scale / 10);
    assertThat(delayUs).isCloseTo(target, within(0.12 * target));
  }
}
