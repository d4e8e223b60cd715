package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is published of SRD's congestion control, and that it keeps what that promises. */
final class SrdTest {
  private static final long US = 1_000_000L;
  private static final int PACKET = 5_000;
  private static final long LINE = 100_000_000_000L;

  /** 10 us at 100 Gb/s are 25 packets; 5 us of queueing are aimed at. */
  private static final Path PATH = new Path(LINE, 10 * US, PACKET);

  private final Feedback feedback = new Feedback(0);
  private final Srd flow = new Srd(Srd.Settings.defaults(PATH), PATH);

  private void send(double nowUs, int packets) {
    for (int i = 0; i < packets; i++) {
      flow.sent((long) (nowUs * US), PACKET);
    }
  }

  private void ack(double nowUs, int packets, double rttUs) {
    feedback.clear();
    feedback.ackedBytes = (long) packets * PACKET;
    feedback.rttPs = (long) (rttUs * US);
    flow.acknowledged((long) (nowUs * US), feedback);
  }

  @Test
  void shouldStartAtTheLinesRateWithWhatFillsTheWayInFlight() {
    assertThat(flow.rateBps(0)).isEqualTo(LINE);
    assertThat(flow.windowBytes()).isEqualTo(37 * PACKET + PACKET / 2);
  }

  @Test
  void shouldFallToWhatArrivesWhereThatIsLessThanWhatWasSent() {
    send(0, 25);
    ack(10, 25, 10);
    assertThat(flow.rateBps(0)).as("as much arrives as was sent").isEqualTo(LINE);
    send(10, 25);
    ack(20, 10, 10); // 0.4 of the line, and half may be missing
    assertThat((double) flow.rateBps(0)).isCloseTo(0.8 * LINE, within(1e-6 * LINE));
    assertThat((double) flow.windowBytes()).isCloseTo(0.8 * 37.5 * PACKET, within(1.0));
  }

  @Test
  void shouldFallByHowFarTheRttIsOverAndComeBackToItsShare() {
    slowRound();
    double share = 25 * PACKET * 8 / 50e-6 / 0.5;
    double cut = 0.4 * (30.0 - 15) / 30;
    share *= 1 - cut / 2;
    assertThat((double) flow.rateBps(0)).isCloseTo(share * (1 - cut), within(1e-6 * LINE));
    double rate = share * (1 - cut);
    for (int round = 1; round <= 12; round++) {
      ack(50 + 50 * round, 8, 10);
      share += round == 1 ? 0 : Math.max(0.005 * LINE, round > 10 ? share / 4 : 0);
      share = Math.min(LINE, share);
      rate = (rate + share) / 2;
      assertThat((double) flow.rateBps(0)).isCloseTo(rate, within(1e-6 * LINE));
    }
  }

  /**
   * After one round that was not slow the flow is on its way back to its share, and falls from
   * there.
   */
  @Test
  void shouldFallFromWhereItIsWhenAClearRoundCameBetween() {
    slowRound();
    ack(100, 8, 10);
    double rate = (double) flow.rateBps(0);
    send(100, 100);
    for (int i = 0; i < 100; i++) {
      ack(110, 0, 30);
    }
    ack(150, 100, 30);
    double cut = 0.4 * (30.0 - 15) / 30;
    assertThat((double) flow.rateBps(0))
        .isCloseTo(rate * (1 - cut / 2) * (1 - cut), within(1e-6 * LINE));
  }

  /** 25 packets in 50 us, all of which took 30 us. */
  private void slowRound() {
    send(0, 25);
    for (int i = 0; i < 100; i++) {
      ack(20, 0, 30);
    }
    ack(50, 25, 30);
  }

  @Test
  void shouldLeaveALossAlone() {
    flow.timedOut(10 * US, feedback);
    flow.lost(20 * US, feedback);
    assertThat(flow.rateBps(30 * US)).isEqualTo(LINE);
  }

  /** Senders of one link share it, with a queue of about what is aimed at. */
  @ParameterizedTest
  @CsvSource({"2", "8", "48"})
  void shouldShareALinkWithLittleQueue(int flows) {
    OneLink link = new OneLink(100, 10, 4096);
    link.jitterPs = US; // packets of flows exactly in step would always meet the same others
    for (int i = 0; i < flows; i++) {
      link.start(50.0 * i, new Srd(Srd.Settings.defaults(link.path), link.path));
    }
    double settled = 50.0 * flows + 20_000;
    link.run(settled, settled + 20_000);
    assertThat(link.totalGbps()).isGreaterThan(85);
    assertThat(link.fairness()).isGreaterThan(0.9);
    double queueUs = link.meanQueueBytes() * 8 / 100_000;
    assertThat(queueUs).isLessThan(20);
  }
}
