package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.HostCounts;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What NICs count, of losses that are made to measure: messages of one packet, 10 us apart on one
 * queue pair from host 0 to host 1, and a link that loses all for a time. All that is not named is
 * zero.
 */
final class HostCountsTest {
  private static final int PACKET = 4_096;

  /** Links are 0 and 1, as the hosts at their ends; the switch is node 2. */
  private static Lab messages(String operation, int count) {
    Lab lab =
        Lab.chain(List.of("100Gbps", "100Gbps"), "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.OPERATION, operation)
            .set(TransportKnobs.MTU, "4096")
            .set(TransportKnobs.MESSAGE_SIZE, "4KiB")
            .set(TransportKnobs.RETRANSMIT_TIMEOUT, "100us")
            .onOneQueuePair();
    for (int i = 0; i < count; i++) {
      lab.flow(0, 1, PACKET, 10L * i * Lab.US);
    }
    return lab;
  }

  private static Lab losing(Lab lab, int link, double fromUs, double untilUs) {
    return lab.worse(link, (long) (fromUs * Lab.US), (long) (untilUs * Lab.US), 1, 1);
  }

  private static HostCounts counts(Lab.Outcome outcome, int host) {
    return outcome.run().hosts().get(host);
  }

  /** By name, so that a case says what it is about; what it does not name is zero. */
  private static final class Expected {
    private long naksSent;
    private long naksReceived;
    private long impliedNaks;
    private long rnrNaksSent;
    private long rnrNaksReceived;
    private long ackTimeouts;
    private long ackRetriesExceeded;
    private long rnrRetriesExceeded;
    private long duplicates;
    private long overflows;

    HostCounts counts() {
      return new HostCounts(
          naksSent,
          naksReceived,
          impliedNaks,
          rnrNaksSent,
          rnrNaksReceived,
          ackTimeouts,
          ackRetriesExceeded,
          rnrRetriesExceeded,
          duplicates,
          0,
          0,
          0,
          overflows,
          0,
          0);
    }
  }

  @Test
  void shouldCountNothingWhereNothingHappens() {
    for (String operation : List.of("write", "send", "read")) {
      Lab.Outcome outcome = messages(operation, 4).run();
      assertThat(outcome.run().hosts()).containsOnly(new Expected().counts());
      assertThat(outcome.port(1, 0).damaged()).isZero();
      assertThat(outcome.port(1, 0).lost()).containsOnly(0);
    }
  }

  /** The second and the third are lost; the fourth shows it, with one NAK. */
  @Test
  void shouldCountAGapOnceAtEitherEnd() {
    Lab.Outcome outcome = losing(messages("write", 4), 1, 9, 29).run();

    Expected receiver = new Expected();
    receiver.naksSent = 1;
    Expected sender = new Expected();
    sender.naksReceived = 1;
    assertThat(counts(outcome, 1)).isEqualTo(receiver.counts());
    assertThat(counts(outcome, 0)).isEqualTo(sender.counts());
    assertThat(outcome.port(1, 0).damaged()).isEqualTo(2);
    assertThat(Arrays.stream(outcome.port(1, 0).lost()).sum()).isEqualTo(2);
    assertThat(Arrays.stream(outcome.port(1, 0).lostBytes()).sum())
        .isEqualTo(2 * (PACKET + 62 + 16)); // a WRITE's only packet has a RETH
    assertThat(outcome.port(0, 0).damaged()).isZero();
  }

  /** An ACK takes 1.6 us to come back to link 0: data is past it by then. */
  @Test
  void shouldCountATimeoutWhereItRunsOutAndWhatIsRepeatedWhereItComes() {
    Lab.Outcome outcome = losing(messages("write", 1), 0, 2, 50).run();

    Expected sender = new Expected();
    sender.ackTimeouts = 1;
    Expected receiver = new Expected();
    receiver.duplicates = 1;
    assertThat(counts(outcome, 0)).isEqualTo(sender.counts());
    assertThat(counts(outcome, 1)).isEqualTo(receiver.counts());
    assertThat(outcome.port(0, 0).damaged()).as("the ACK").isEqualTo(1);
    assertThat(outcome.port(1, 0).damaged()).isZero();
  }

  @Test
  void shouldTellTheLastTimeoutFromThoseBefore() {
    Lab lab = messages("write", 1).set(TransportKnobs.RETRY_COUNT, "3");
    Lab.Outcome outcome = losing(lab, 1, 0, 0).run();

    Expected sender = new Expected();
    sender.ackTimeouts = 3;
    sender.ackRetriesExceeded = 1;
    assertThat(outcome.flow(0).failure()).contains("transport retry counter exceeded");
    assertThat(counts(outcome, 0)).isEqualTo(sender.counts());
    assertThat(counts(outcome, 1)).isEqualTo(new Expected().counts());
    assertThat(outcome.port(1, 0).damaged()).isEqualTo(4);
  }

  /** Its own receive request is posted 25 us after the first SEND: the second, at 10 us, waits. */
  @Test
  void shouldCountWhatFindsNoReceiveRequestApartFromGaps() {
    Lab.Outcome outcome =
        messages("send", 2)
            .set(TransportKnobs.RECEIVE_QUEUE, "1")
            .set(TransportKnobs.RECEIVE_REPOST, "25us")
            .set(
                TransportKnobs.RNR_TIMER, "1") // 10 us: at 10 it is refused, at 23 too, at 36 taken
            .run();

    Expected receiver = new Expected();
    receiver.rnrNaksSent = 2;
    Expected sender = new Expected();
    sender.rnrNaksReceived = 2;
    assertThat(counts(outcome, 1)).isEqualTo(receiver.counts());
    assertThat(counts(outcome, 0)).isEqualTo(sender.counts());
  }

  @Test
  void shouldTellTheLastRnrNakFromThoseBefore() {
    Lab.Outcome outcome =
        messages("send", 1)
            .set(TransportKnobs.RECEIVE_QUEUE, "0")
            .set(TransportKnobs.RNR_TIMER, "1")
            .set(TransportKnobs.RNR_RETRY, "3")
            .run();

    Expected sender = new Expected();
    sender.rnrNaksReceived = 3;
    sender.rnrRetriesExceeded = 1;
    Expected receiver = new Expected();
    receiver.rnrNaksSent = 4;
    assertThat(counts(outcome, 0)).isEqualTo(sender.counts());
    assertThat(counts(outcome, 1)).isEqualTo(receiver.counts());
  }

  /**
   * The second answer is lost, and the third shows it: both are asked for again. Requests leave
   * host 1 at once, answers come to it 3 us later.
   */
  @Test
  void shouldCountAGapInAnswersWhereTheyWereAskedFor() {
    Lab.Outcome outcome = losing(messages("read", 3), 1, 11.5, 19).run();

    Expected asks = new Expected();
    asks.impliedNaks = 1;
    Expected answers = new Expected();
    answers.duplicates = 2;
    assertThat(counts(outcome, 1)).isEqualTo(asks.counts());
    assertThat(counts(outcome, 0)).isEqualTo(answers.counts());
  }

  @Test
  void shouldCountAGapInRequestsWhereTheyAreAnswered() {
    Lab.Outcome outcome = losing(messages("read", 3), 0, 9, 19).run();

    Expected answers = new Expected();
    answers.naksSent = 1;
    Expected asks = new Expected();
    asks.naksReceived = 1;
    assertThat(counts(outcome, 0)).isEqualTo(answers.counts());
    assertThat(counts(outcome, 1)).isEqualTo(asks.counts());
  }

  @Test
  void shouldCountMarksAndNotificationsAtTheirEnds() {
    for (String operation : List.of("write", "read")) {
      Lab.Outcome outcome =
          Lab.star(3, "100Gbps", "500ns")
              .set(CongestionKnobs.ALGORITHM, "dcqcn")
              .set(TransportKnobs.OPERATION, operation)
              .incast(2, 20_000_000)
              .run();

      HostCounts receiver = counts(outcome, 0);
      assertThat(receiver.markedPackets()).isPositive().isEqualTo(outcome.run().counts().marks());
      assertThat(receiver.cnpsSent())
          .isPositive()
          .isLessThan(receiver.markedPackets())
          .isEqualTo(outcome.run().counts().cnpPackets());
      assertThat(receiver.cnpsHandled()).isZero();
      long handled = 0;
      for (int host = 1; host <= 2; host++) {
        HostCounts sender = counts(outcome, host);
        assertThat(sender.markedPackets()).isZero();
        assertThat(sender.cnpsSent()).isZero();
        handled += sender.cnpsHandled();
      }
      assertThat(handled).isEqualTo(receiver.cnpsSent());
    }
  }

  /** A receive buffer that is emptied at half the rate, without pauses. */
  @Test
  void shouldCountWhatFindsNoRoomApartFromWhatTheLinkLoses() {
    Lab.Outcome outcome =
        Lab.chain(List.of("100Gbps", "100Gbps"), "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(PfcKnobs.PFC, "false")
            .set(TransportKnobs.RETRANSMIT_TIMEOUT, "100us")
            .at("host-1", HostKnobs.DRAIN, "50Gbps")
            .flow(0, 1, 20_000_000, 0)
            .run();

    long full = outcome.dropsByCause().getOrDefault(DropCause.HOST_BUFFER, 0L);
    assertThat(counts(outcome, 1).overflows()).isPositive().isEqualTo(full);
    assertThat(counts(outcome, 0).overflows()).isZero();
    assertThat(outcome.port(1, 0).lost()).containsOnly(0);
  }

  @Test
  void shouldTellWhatALinkThatWentDownCutOffFromWrongBits() {
    Lab.Outcome outcome =
        messages("write", 1)
            .flow(0, 1, 10_000_000, 10 * Lab.US)
            .linkDown(1, 20 * Lab.US)
            .linkUp(1, 60 * Lab.US)
            .run();

    assertThat(outcome.flow(1).finished()).isTrue();
    assertThat(Arrays.stream(outcome.port(1, 0).lost()).sum()).isPositive();
    assertThat(outcome.port(1, 0).damaged()).isZero();
    assertThat(counts(outcome, 0).ackTimeouts() + counts(outcome, 0).naksReceived()).isPositive();
  }
}
