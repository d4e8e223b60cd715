package dev.headroom.congestion.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** BBR's model, its cycle and its four modes. A path of 100 Mb/s and 10 ms: BDP 125,000 bytes. */
final class BbrTest {
  private static final long MS = 1_000_000_000L;
  private static final Path PATH = new Path(1_000_000_000L, 10 * MS, 1_250);
  private static final double BDP = 125_000;

  private final Bbr flow = new Bbr(Bbr.Settings.defaults(), PATH, 0);
  private final Feedback feedback = new Feedback(0);
  private long delivered;

  /** An ACK of what was sent a round ago, at a delivery rate. */
  private void ack(double nowMs, double mbps, double rttMs, long inFlight) {
    long bytes = (long) (mbps * 1_250); // what 10 ms deliver
    feedback.clear();
    feedback.priorDeliveredBytes = delivered;
    delivered += bytes;
    feedback.deliveredBytes = delivered;
    feedback.deliveryIntervalPs = 10 * MS;
    feedback.ackedBytes = bytes;
    feedback.ackedUpTo = delivered;
    feedback.sentUpTo = delivered + inFlight;
    feedback.inFlightBytes = inFlight;
    feedback.rttPs = (long) (rttMs * MS);
    flow.acknowledged((long) (nowMs * MS), feedback);
  }

  private void fill() {
    double at = 0;
    for (double mbps : new double[] {10, 20, 40, 80, 100, 100, 100}) {
      ack(at += 10, mbps, 10, (long) (2 * BDP));
    }
  }

  @Test
  void shouldStartWithTenPacketsAt2Over885TimesTheirRate() {
    assertThat(flow.windowBytes()).isEqualTo(12_500);
    double bps = 0.99 * 2 / Math.log(2) * 12_500 * 8 / 0.01;
    assertThat((double) flow.rateBps(0)).isCloseTo(bps, within(1.0));
  }

  @Test
  void shouldLeaveStartupAfterThreeRoundsWithoutAQuarterMore() {
    double at = 0;
    for (double mbps : new double[] {10, 20, 40, 80}) {
      ack(at += 10, mbps, 10, (long) (2 * BDP));
      assertThat(flow.rateBps(0) / 1e6)
          .isCloseTo(0.99 * Math.max(2.885 * mbps, 28.85), within(0.05 * mbps));
    }
    ack(at += 10, 100, 10, (long) (2 * BDP)); // 25 % more: not yet
    ack(at += 10, 100, 10, (long) (2 * BDP));
    ack(at += 10, 100, 10, (long) (2 * BDP));
    assertThat(flow.mode()).isEqualTo(Bbr.Mode.STARTUP);
    ack(at += 10, 100, 10, (long) (2 * BDP));
    assertThat(flow.mode()).isEqualTo(Bbr.Mode.DRAIN);
    assertThat(flow.rateBps(0) / 1e6).isCloseTo(0.99 * 100 / 2.885, within(0.01));
    ack(at += 10, 100, 10, (long) (BDP + 5 * 1_250));
    assertThat(flow.mode()).isEqualTo(Bbr.Mode.DRAIN);
    ack(at + 10, 100, 10, (long) BDP);
    assertThat(flow.mode()).isEqualTo(Bbr.Mode.PROBE_BW);
    assertThat(flow.windowBytes()).as("2 BDP and 5 packets").isEqualTo(256_250);
  }

  @Test
  void shouldCycleThroughItsGains() {
    fill();
    double at = 80;
    ack(at, 100, 10, (long) BDP);
    ack(at += 1, 100, 10, (long) BDP);
    List<Double> gains = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      gains.add(flow.rateGain());
      assertThat(flow.rateBps(0) / 1e6).isCloseTo(99 * flow.rateGain(), within(1e-3));
      // Up as long as it takes to have 1.25 BDP and 5 packets in flight.
      ack(at += 10.1, 100, 10, (long) (flow.rateGain() > 1 ? 1.3 * BDP : BDP));
    }
    assertThat(gains).containsExactly(1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.25);
  }

  @Test
  void shouldGoOnProbingUntilMoreIsInFlightOrPacketsAreLost() {
    fill();
    ack(80, 100, 10, (long) BDP);
    feedback.clear();
    for (int i = 1; i < 4; i++) {
      ack(80 + 10.1 * i, 10, 10, (long) (BDP / 2));
    }
    assertThat(flow.rateGain()).isEqualTo(1.25);
    feedback.missingBytes = 1_250;
    flow.lost(115 * MS, feedback);
    ack(121, 10, 10, (long) (BDP / 2));
    assertThat(flow.rateGain()).isEqualTo(0.75);
    assertThat(flow.bandwidthBps()).as("loss does not lower it").isEqualTo(100e6);
  }

  @Test
  void shouldForgetBandwidthAfterTenRounds() {
    fill();
    for (int i = 0; i < 9; i++) {
      ack(80 + 10 * i, 50, 10, (long) BDP);
    }
    assertThat(flow.bandwidthBps()).isEqualTo(100e6);
    ack(170, 50, 10, (long) BDP);
    assertThat(flow.bandwidthBps()).isEqualTo(50e6);
  }

  @Test
  void shouldNotTakeAnIdleApplicationForASlowPath() {
    fill();
    for (int i = 0; i < 30; i++) {
      feedback.clear();
      feedback.priorDeliveredBytes = delivered;
      feedback.deliveredBytes = delivered += 1_250;
      feedback.deliveryIntervalPs = 10 * MS;
      feedback.ackedBytes = 1_250;
      feedback.rttPs = 10 * MS;
      feedback.appLimited = true;
      flow.acknowledged((80 + 10 * i) * MS, feedback);
    }
    assertThat(flow.bandwidthBps()).isEqualTo(100e6);
  }

  @Test
  void shouldProbeTheRttWithFourPacketsFor200MsAfterTenSeconds() {
    fill();
    ack(80, 100, 10, (long) BDP);
    ack(10_079, 100, 15, (long) BDP);
    assertThat(flow.mode()).isEqualTo(Bbr.Mode.PROBE_BW);
    ack(10_081, 100, 15, (long) BDP); // 10 s after the last of 10 ms
    assertThat(flow.mode()).isEqualTo(Bbr.Mode.PROBE_RTT);
    assertThat(flow.windowBytes()).isEqualTo(5_000);
    ack(10_100, 5, 9, 5_000);
    ack(10_150, 5, 9, 5_000);
    ack(10_300, 5, 9, 5_000);
    assertThat(flow.mode()).isEqualTo(Bbr.Mode.PROBE_RTT);
    ack(10_301, 5, 9, 5_000);
    assertThat(flow.mode()).isEqualTo(Bbr.Mode.PROBE_BW);
    assertThat(flow.windowBytes()).as("as before, or 2 B T of the new T").isGreaterThan(225_000);
    assertThat(flow.bandwidthBps()).isEqualTo(100e6);
  }

  @Test
  void shouldGetItsWindowBackAfterRecovery() {
    fill();
    ack(80, 100, 10, (long) BDP);
    feedback.clear();
    feedback.missingBytes = 1_250;
    feedback.inFlightBytes = 60_000;
    feedback.sentUpTo = delivered + 60_000;
    feedback.deliveredBytes = delivered;
    flow.lost(85 * MS, feedback);
    assertThat(flow.windowBytes()).isEqualTo(60_000);
    ack(95, 100, 10, 10_000); // beyond what was sent before the loss
    assertThat(flow.windowBytes()).as("2 BDP and 3 packets").isEqualTo(253_750);
  }

  @Test
  void shouldFillALinkWithHardlyAQueue() {
    OneLink link = new OneLink(1, 10, 1000, 1500);
    link.start(0, new Bbr(Bbr.Settings.defaults(), link.path, 0));
    link.run(200_000, 1_000_000);
    assertThat(link.totalGbps()).isGreaterThan(0.99);
    assertThat(link.meanQueueBytes()).isLessThan(0.1 * BDP);
    assertThat((double) link.mostQueue).as("probing").isCloseTo(0.25 * BDP, within(0.1 * BDP));
  }

  /** Several overrate together, until 2 BDP in flight stop them: a queue of about a BDP. */
  @Test
  void shouldShareALinkWithAQueueOfOneBdp() {
    OneLink link = new OneLink(1, 10, 1000, 1500);
    for (int i = 0; i < 2; i++) {
      link.start(0.3 * i, new Bbr(Bbr.Settings.defaults(), link.path, 3 * i));
    }
    link.run(500_000, 2_000_000);
    assertThat(link.totalGbps()).isGreaterThan(0.999);
    assertThat(link.fairness()).isGreaterThan(0.98);
    assertThat(link.meanQueueBytes()).isCloseTo(BDP, within(0.25 * BDP));
  }
}
