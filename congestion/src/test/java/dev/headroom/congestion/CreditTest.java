package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.roce.ClearToSend;
import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.congestion.uet.CreditShare;
import dev.headroom.congestion.uet.Rccc;
import dev.headroom.congestion.uet.ReceiverBuffers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Those whom the receiver lets send: both halves of RCCC, and of Meta's admission. */
final class CreditTest {
  private static final long US = 1_000_000L;
  private static final Path PATH = new Path(100_000_000_000L, 12 * US, 4096);
  private static final int SPECULATIVE = 225_000; // 1.5 BDP

  private final Rccc flow = new Rccc(Rccc.Settings.defaults(), PATH);
  private final CreditPacer pacer =
      new CreditPacer(CreditPacer.Settings.defaults(), 100_000_000_000L, CreditShare.whole());

  @Test
  void shouldSpendOnSpeculationUntilTheReceiverIsHeard() {
    assertThat(flow.creditBytes()).isEqualTo(SPECULATIVE);
    flow.sent(0, 25_000);
    assertThat(flow.creditBytes()).isEqualTo(200_000);
    flow.acknowledged(0, new Feedback(0));
    assertThat(flow.creditBytes()).isZero();
    flow.credited(0, 16_384);
    flow.credited(0, 8_192); // overtaken
    assertThat(flow.creditBytes()).isEqualTo(16_384);
    flow.sent(0, 20_000);
    assertThat(flow.creditBytes()).as("a packet may be owed").isEqualTo(-3_616);
    flow.credited(0, 32_768);
    assertThat(flow.creditBytes()).isEqualTo(12_768);
    flow.credited(0, 10_000_000);
    assertThat(flow.creditBytes()).isEqualTo(SPECULATIVE);
  }

  @Test
  void shouldAskForItsBacklogInWholeQuanta() {
    assertThat(flow.requestBytes(1_000_000)).as("a packet on speculation").isEqualTo(4_096);
    assertThat(flow.requestBytes(0)).isZero();
    flow.sent(0, SPECULATIVE);
    assertThat(flow.requestBytes(100_000)).isEqualTo(100_096); // 391 quanta of 256
    assertThat(flow.requestBytes(1_000_000)).isEqualTo(225_024); // no more than 1.5 BDP
    flow.acknowledged(0, new Feedback(0));
    flow.credited(0, 16_384);
    assertThat(flow.requestBytes(100_000)).isEqualTo(100_096); // 16,384 + 100,000 - 16,384
    flow.sent(0, 16_384);
    assertThat(flow.requestBytes(100_000)).isEqualTo(116_480); // 455 quanta
  }

  @Test
  void shouldGrantInTurnAtThePortsRate() {
    CreditPacer.Sender a = pacer.open(0);
    CreditPacer.Sender b = pacer.open(1);
    assertThat(pacer.nextGrantPs()).isEqualTo(CreditPacer.NEVER);
    pacer.onPullTarget(a, 20_480);
    pacer.onPullTarget(b, 100_096);
    pacer.onPullTarget(a, 4_096); // an older target
    assertThat(pacer.grant(5)).isSameAs(a);
    assertThat(a.grantedBytes()).isEqualTo(16_384);
    // 16,384 bytes at 99 Gb/s
    assertThat((double) pacer.nextGrantPs() - 5).isCloseTo(16_384 * 8e3 / 99, within(1.0));
    assertThatThrownBy(() -> pacer.grant(6)).isInstanceOf(IllegalStateException.class);
    assertThat(pacer.grant(pacer.nextGrantPs())).isSameAs(b);
    assertThat(pacer.grant(pacer.nextGrantPs())).isSameAs(a);
    assertThat(a.grantedBytes()).as("no more than it asked for").isEqualTo(20_480);
    assertThat(pacer.grant(pacer.nextGrantPs())).isSameAs(b);
    assertThat(pacer.grant(pacer.nextGrantPs())).isSameAs(b);
    assertThat(b.grantedBytes()).isEqualTo(49_152);
  }

  @Test
  void shouldRefuseAGrantThatIsNotOfWholeQuanta() {
    assertThatThrownBy(() -> new CreditPacer.Settings(1_000, 1, 0))
        .hasMessage("grant is 1000 bytes; it must be a multiple of 256");
  }

  /** Once what was sent on speculation has drained, through the 1 % that is not handed out. */
  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void shouldShareAPortEquallyWithoutAQueue(int flows) {
    OneLink link = new OneLink(100, 12, 4096);
    link.credit = pacer;
    for (int i = 0; i < flows; i++) {
      link.start(0.3 * i, new Rccc(Rccc.Settings.defaults(), link.path));
    }
    double drained = SPECULATIVE * flows * 8 / 100_000.0 / 0.01;
    link.run(drained + 1_000, drained + 3_000);
    assertThat(link.totalGbps()).isCloseTo(99, within(0.1));
    assertThat(link.fairness()).isGreaterThan(0.999);
    assertThat(link.mostQueue).isLessThanOrEqualTo(4_096);
  }

  @Test
  void shouldSendNothingBeforeAClearToSend() {
    ClearToSend sender = new ClearToSend(PATH);
    assertThat(sender.creditBytes()).isZero();
    sender.credited(0, 524_288);
    sender.sent(0, 24_288);
    assertThat(sender.creditBytes()).isEqualTo(500_000);
    sender.congested(0);
    assertThat(sender.rateBps(0)).as("DCQCN is off").isEqualTo(100_000_000_000L);
  }

  @Test
  void shouldGrantASlotAgainOnceItIsCopiedOutWhole() {
    ReceiverBuffers receiver = new ReceiverBuffers(new ReceiverBuffers.Settings(2, 4, 1_000));
    assertThat(receiver.grantedBytes()).isEqualTo(8_000);
    receiver.copiedOut(999);
    assertThat(receiver.grantedBytes()).isEqualTo(8_000);
    receiver.copiedOut(1);
    assertThat(receiver.grantedBytes()).isEqualTo(9_000);
  }

  /** What piles up is what was granted less what is on the way: nothing else limits it. */
  @Test
  void shouldBoundTheQueueByTheReceiversBuffers() {
    OneLink link = new OneLink(100, 12, 4096);
    link.buffers = new ReceiverBuffers.Settings(1, 8, 65_536);
    for (int i = 0; i < 8; i++) {
      link.start(0, new ClearToSend(link.path));
    }
    link.run(3_000, 5_000);
    double granted = 8 * 8 * 65_536;
    double bdp = 150_000;
    assertThat(link.totalGbps()).isCloseTo(100, within(0.1));
    assertThat(link.fairness()).isGreaterThan(0.99);
    // Up to a slot of each flow is being filled and not granted again yet.
    assertThat((double) link.mostQueue).isBetween(granted - bdp - 8 * 65_536, granted);
  }

  /** Who has what it wanted gets more while nobody wants any, up to a limit, and no sooner. */
  @Test
  void shouldGrantUnaskedWhileNobodyAsks() {
    CreditPacer pacer =
        new CreditPacer(
            new CreditPacer.Settings(16_384, 1, 40_000), 100_000_000_000L, CreditShare.whole());
    CreditPacer.Sender a = pacer.open(0);
    CreditPacer.Sender b = pacer.open(1);
    pacer.onPullTarget(a, 16_384);
    assertThat(pacer.grant(0)).isSameAs(a);
    pacer.onPullTarget(b, 20_000);
    long now = pacer.nextGrantPs();
    assertThat(pacer.grant(now)).as("who asks goes first").isSameAs(b);
    now = pacer.nextGrantPs();
    assertThat(pacer.grant(now)).isSameAs(b);
    assertThat(b.grantedBytes()).isEqualTo(20_000);
    for (int i = 0; i < 6; i++) {
      now = pacer.nextGrantPs();
      pacer.grant(now);
    }
    assertThat(pacer.nextGrantPs()).isEqualTo(CreditPacer.NEVER);
    assertThat(a.grantedBytes()).isEqualTo(16_384 + 3 * 16_384);
    assertThat(b.grantedBytes()).isEqualTo(20_000 + 3 * 16_384);
  }

  /** A grant may have been lost: who asks in need is told again. */
  @Test
  void shouldTellAgainWhoAsksInNeed() {
    CreditPacer pacer =
        new CreditPacer(CreditPacer.Settings.defaults(), 100_000_000_000L, CreditShare.whole());
    CreditPacer.Sender a = pacer.open(0);
    pacer.onPullTarget(a, 10_000);
    pacer.grant(0);
    assertThat(pacer.nextGrantPs()).isEqualTo(CreditPacer.NEVER);
    pacer.onStalledPullTarget(a, 10_000);
    assertThat(pacer.grant(pacer.nextGrantPs())).isSameAs(a);
    assertThat(a.grantedBytes()).isEqualTo(10_000);
  }
}
