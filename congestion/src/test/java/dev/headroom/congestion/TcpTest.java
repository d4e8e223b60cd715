package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.tcp.Cubic;
import dev.headroom.congestion.tcp.LossBasedController;
import dev.headroom.congestion.tcp.Reno;
import dev.headroom.congestion.tcp.TcpWindowSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reno and CUBIC against their RFCs. Packets of 1,000 bytes, RTT 100 ms, windows in packets. */
final class TcpTest {
  private static final long MS = 1_000_000_000L;
  private static final Path PATH = new Path(10_000_000_000L, 100 * MS, 1_000);

  private final Feedback feedback = new Feedback(0);
  private long upTo;
  private long recovery;

  private double ack(LossBasedController flow, double nowMs, int packets) {
    upTo += packets * 1_000L;
    feedback.clear();
    feedback.ackedBytes = packets * 1_000L;
    feedback.ackedUpTo = upTo;
    feedback.sentUpTo = upTo + (long) flow.window();
    feedback.rttPs = 100 * MS;
    flow.acknowledged((long) (nowMs * MS), feedback);
    return flow.window() / 1_000;
  }

  private double lose(LossBasedController flow, double nowMs) {
    feedback.clear();
    feedback.ackedUpTo = upTo;
    feedback.sentUpTo = upTo + (long) flow.window();
    feedback.missingBytes = 1_000;
    recovery = Math.max(recovery, feedback.sentUpTo);
    flow.lost((long) (nowMs * MS), feedback);
    return flow.window() / 1_000;
  }

  /** Acknowledges what was sent before a loss, which ends recovery. */
  private void recover(LossBasedController flow, double nowMs) {
    upTo = recovery - 1_000;
    ack(flow, nowMs, 1);
  }

  private static TcpWindowSettings startingWith(int packets) {
    return new TcpWindowSettings(packets);
  }

  @Test
  void shouldDoubleInSlowStartAndThenAddAPacketAWindow() {
    Reno flow = new Reno(TcpWindowSettings.defaults(), PATH);
    assertThat(flow.windowBytes()).isEqualTo(10_000);
    for (int i = 0; i < 10; i++) {
      ack(flow, i, 1);
    }
    assertThat(flow.windowBytes()).isEqualTo(20_000);
    ack(flow, 10, 5);
    assertThat(flow.windowBytes()).as("a packet for an ACK at the most").isEqualTo(21_000);
    assertThat(lose(flow, 11)).isEqualTo(10.5);
    assertThat(lose(flow, 12)).as("once a window").isEqualTo(10.5);
    recover(flow, 13);
    double window = 10.5 + 1 / 10.5;
    assertThat(flow.window() / 1_000).isCloseTo(window, within(1e-9));
    for (int i = 0; i < 10; i++) {
      window += 1 / window;
      assertThat(ack(flow, 14 + i, 1)).isCloseTo(window, within(1e-9));
    }
  }

  /** RFC 5681, 3.1: what the timer has sent again already does not lower the threshold. */
  @Test
  void shouldKeepTheThresholdThroughAnOutage() {
    Reno flow = new Reno(startingWith(64), PATH);
    for (int i = 0; i < 4; i++) {
      flow.timedOut(i * MS, feedback);
    }
    for (int i = 0; i < 31; i++) {
      ack(flow, i, 1);
    }
    assertThat(flow.windowBytes()).isEqualTo(32_000);
    assertThat(flow.slowStart()).isFalse();
    flow.timedOut(40 * MS, feedback);
    for (int i = 0; i < 15; i++) {
      ack(flow, i, 1);
    }
    assertThat(flow.windowBytes()).as("ACKs had come in between").isEqualTo(16_000);
    assertThat(flow.slowStart()).isFalse();
  }

  @Test
  void shouldStartAgainFromOnePacketAfterATimeout() {
    Reno flow = new Reno(startingWith(64), PATH);
    flow.timedOut(0, feedback);
    assertThat(flow.windowBytes()).isEqualTo(1_000);
    for (int i = 0; i < 31; i++) {
      ack(flow, i, 1);
    }
    assertThat(flow.windowBytes()).as("the threshold is half of 64").isEqualTo(32_000);
    assertThat(flow.slowStart()).isFalse();
  }

  @Test
  void shouldReduceOnceAWindowForMarksToo() {
    Reno flow = new Reno(startingWith(40), PATH);
    upTo = 1_000;
    feedback.clear();
    feedback.ackedBytes = 1_000;
    feedback.ackedUpTo = upTo;
    feedback.sentUpTo = 41_000;
    feedback.markedBytes = 1_000;
    flow.acknowledged(0, feedback);
    flow.acknowledged(0, feedback);
    assertThat(flow.windowBytes()).isEqualTo(20_000);
  }

  @Test
  void shouldNotGrowAWindowThatIsNotUsed() {
    Reno flow = new Reno(startingWith(10), PATH);
    feedback.clear();
    feedback.ackedBytes = 1_000;
    feedback.appLimited = true;
    flow.acknowledged(0, feedback);
    assertThat(flow.windowBytes()).isEqualTo(10_000);
  }

  /** A loss at 100: W = 70, K = cbrt(30/0.4) = 4.217 s. */
  @Test
  void shouldReachTheWindowBeforeTheLossAfterK() {
    Cubic flow = new Cubic(Cubic.Settings.defaults(), PATH);
    flow.setWindow(100_000);
    assertThat(lose(flow, 0)).isCloseTo(70, within(1e-9));
    recover(flow, 100);
    assertThat(flow.kSeconds()).isCloseTo(4.2171633, within(1e-6));
    double nextMs = 100;
    while (nextMs < 100 + 4_217) { // a window of ACKs every 100 ms, evenly
      nextMs += 100 / (flow.window() / 1_000);
      ack(flow, nextMs, 1);
    }
    assertThat(flow.window() / 1_000).isCloseTo(100, within(0.1));
    double least = flow.window();
    while (nextMs < 100 + 4_217 + 4_217) {
      nextMs += 100 / (flow.window() / 1_000);
      ack(flow, nextMs, 1);
    }
    assertThat(flow.window()).isGreaterThan(least);
    assertThat(flow.window() / 1_000).as("the curve is odd about K").isCloseTo(130, within(0.7));
  }

  /** Every ACK by the RFC's formulas, written out again. */
  @Test
  void shouldFollowTheCurveAckByAck() {
    Cubic flow = new Cubic(Cubic.Settings.defaults(), PATH);
    flow.setWindow(1_000_000);
    lose(flow, 0);
    recover(flow, 50);
    double k = Math.cbrt(300 / 0.4);
    double window = 700;
    double estimate = 700;
    double t = 0;
    for (int i = 0; i < 20_000; i++) {
      estimate += 3 * 0.3 / 1.7 / window;
      double curve = 0.4 * Math.pow(t - k, 3) + 1000;
      double ahead = 0.4 * Math.pow(t + 0.1 - k, 3) + 1000;
      double target = Math.max(window, Math.min(1.5 * window, ahead));
      window = curve < estimate ? estimate : window + (target - window) / window;
      if (i > 0) {
        assertThat(ack(flow, 50 + t * 1_000, 1)).isCloseTo(window, within(1e-6));
      }
      t += 0.1 / 800;
    }
  }

  @Test
  void shouldGiveWayWhereLossesComeSooner() {
    Cubic flow = new Cubic(Cubic.Settings.defaults(), PATH);
    flow.setWindow(100_000);
    lose(flow, 0);
    recover(flow, 100);
    flow.setWindow(80_000);
    assertThat(lose(flow, 200)).isCloseTo(56, within(1e-9));
    recover(flow, 300);
    // Wmax = 80 (1 + 0.7)/2 = 68
    assertThat(flow.kSeconds()).isCloseTo(Math.cbrt((68 - 56) / 0.4), within(1e-9));
  }

  @Test
  void shouldGrowFromWhereItIsAfterATimeout() {
    Cubic flow = new Cubic(Cubic.Settings.defaults(), PATH);
    flow.setWindow(100_000);
    flow.timedOut(0, feedback);
    assertThat(flow.windowBytes()).isEqualTo(1_000);
    double at = 0;
    while (flow.slowStart()) {
      ack(flow, at++, 1);
    }
    assertThat(flow.windowBytes()).isEqualTo(70_000);
    ack(flow, at, 1);
    assertThat(flow.kSeconds()).isZero();
    assertThat(flow.curve(0)).isEqualTo(70);
  }

  /** In short networks CUBIC is no worse than Reno: at 1 ms its curve would take seconds. */
  @Test
  void shouldKeepUpWithRenoWhereRoundTripsAreShort() {
    Cubic flow = new Cubic(Cubic.Settings.defaults(), new Path(10_000_000_000L, MS, 1_000));
    flow.setWindow(20_000);
    lose(flow, 0);
    recover(flow, 1);
    double at = 1;
    for (int round = 0; round < 10; round++) {
      int packets = (int) (flow.window() / 1_000);
      for (int i = 0; i < packets; i++) {
        at += 1.0 / packets;
        ack(flow, at, 1);
      }
    }
    // 14 + 10 rounds of 9/17 of a packet; the cubic curve has come 0.003 far.
    assertThat(flow.window() / 1_000).isCloseTo(14 + 10 * 9 / 17.0, within(0.3));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldFillALinkWithAnyOfThem(int flows) {
    for (boolean cubic : new boolean[] {false, true}) {
      OneLink link = new OneLink(10, 100, 100, 1500);
      link.bufferBytes = 125_000; // one BDP
      for (int i = 0; i < flows; i++) {
        link.start(
            0.3 * i,
            cubic
                ? new Cubic(Cubic.Settings.defaults(), link.path)
                : new Reno(TcpWindowSettings.defaults(), link.path));
      }
      link.run(50_000, 150_000);
      assertThat(link.totalGbps()).isGreaterThan(9.95);
      assertThat(link.fairness()).isGreaterThan(0.98);
      assertThat(link.mostQueue).as("until packets are lost").isGreaterThan(122_000);
      // Reno leaves half of window and queue together: a BDP of buffer just runs empty.
      // CUBIC leaves 0.7 (BDP + buffer) - BDP = 0.4 BDP in it.
      double leastShare = cubic ? 0.4 : 0.0;
      assertThat(link.leastQueue / 125_000.0).isCloseTo(leastShare, within(0.06));
    }
  }
}
