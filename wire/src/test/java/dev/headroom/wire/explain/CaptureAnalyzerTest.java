package dev.headroom.wire.explain;

import static dev.headroom.wire.packet.BthOperation.READ_RESPONSE_FIRST;
import static dev.headroom.wire.packet.BthOperation.READ_RESPONSE_LAST;
import static dev.headroom.wire.packet.BthOperation.READ_RESPONSE_MIDDLE;
import static dev.headroom.wire.packet.BthOperation.SEND_ONLY;
import static dev.headroom.wire.packet.BthOperation.WRITE_FIRST;
import static dev.headroom.wire.packet.BthOperation.WRITE_LAST;
import static dev.headroom.wire.packet.BthOperation.WRITE_MIDDLE;
import static dev.headroom.wire.packet.BthOperation.WRITE_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.NakCause;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CaptureAnalyzerTest {
  private static final int LOST = Aeth.nak(NakCause.PSN_SEQUENCE_ERROR);

  private CaptureReport explanation = new Talk().explain();

  @Test
  void shouldTimeMessagesAndFindNothingWrong() {
    explain(
        new Talk()
            .ask(WRITE_FIRST, 0xfffffe)
            .ask(WRITE_MIDDLE, 0xffffff)
            .ask(WRITE_LAST, 0)
            .after(7000)
            .ack(0)
            .ask(SEND_ONLY, 1)
            .ack(1));

    assertThat(explanation.hasProblems()).isFalse();
    assertThat(connection().transport()).isEqualTo("RC");
    assertThat(connection().mtuBytes()).isEqualTo(1024);
    assertThat(way().operations().messages())
        .isEqualTo(Map.of(MessageKind.WRITE, 1L, MessageKind.SEND, 1L));
    assertThat(way().volume().payloadBytes()).isEqualTo(2 * 1024 + 100 + 100);
    assertThat(way().operations().latency()).isEqualTo(new MessageLatency(2, 1000, 10_000, 10_000));
    assertThat(way().headers().dscps()).containsExactly(26);
  }

  /** Captured beside the sender: it goes back to what was lost further on. */
  @Test
  void shouldCountWhatASenderSendsAgainAfterANak() {
    explain(
        new Talk()
            .ask(WRITE_ONLY, 5)
            .ask(WRITE_ONLY, 6)
            .ask(WRITE_ONLY, 7)
            .answer(6, LOST)
            .ask(WRITE_ONLY, 6)
            .ask(WRITE_ONLY, 7)
            .ack(7));

    assertThat(way().delivery().retransmissions()).isEqualTo(2);
    assertThat(way().delivery().duplicates()).isEqualTo(2);
    assertThat(way().answers().naks()).isEqualTo(Map.of("PSN sequence error", 1L));
    assertThat(way().answers().timeouts()).isZero();
    assertThat(way().volume().payloadBytes()).isEqualTo(300);
    assertThat(way().operations().latency().messages()).isEqualTo(3);
    assertThat(finding("retransmissions").sentence())
        .isEqualTo(
            "2 of 5 packets to QP 0xb at 10.0.0.2 were retransmitted; the sender went back 1 "
                + "time after a NAK");
    assertThat(finding("retransmissions").frames()).containsExactly(5L, 6L);
    assertThat(finding("nak").frames()).containsExactly(4L);
  }

  /** Captured beside the receiver: the lost packet is first seen when it is sent again. */
  @Test
  void shouldKnowALostPacketWhenItComes() {
    explain(
        new Talk()
            .ask(WRITE_ONLY, 5)
            .ask(WRITE_ONLY, 7)
            .answer(6, LOST)
            .ask(WRITE_ONLY, 6)
            .ask(WRITE_ONLY, 7)
            .ack(7));

    assertThat(way().delivery().retransmissions()).isEqualTo(2);
    assertThat(way().delivery().duplicates()).isEqualTo(1);
    assertThat(way().delivery().outOfOrder()).isZero();
    assertThat(way().delivery().missing()).isZero();
  }

  /** The receiver refuses once; what is lost behind that comes in the same going back. */
  @Test
  void shouldKnowWhatWasLostAfterTheNak() {
    explain(
        new Talk()
            .ask(WRITE_ONLY, 5)
            .ask(WRITE_ONLY, 7)
            .answer(6, LOST)
            .ask(WRITE_ONLY, 9)
            .ask(WRITE_ONLY, 6)
            .ask(WRITE_ONLY, 7)
            .ask(WRITE_ONLY, 8)
            .ask(WRITE_ONLY, 9)
            .ask(WRITE_ONLY, 10)
            .ack(10));

    assertThat(way().delivery().outOfOrder()).isZero();
    assertThat(way().delivery().retransmissions()).isEqualTo(4);
    assertThat(way().answers().timeouts()).isZero();
  }

  /** The sender goes back to what was refused, and that is lost once more. */
  @Test
  void shouldKnowAGoingBackWhoseBeginningIsLost() {
    explain(
        new Talk()
            .ask(WRITE_ONLY, 5)
            .ask(WRITE_ONLY, 7)
            .answer(6, LOST)
            .ask(WRITE_ONLY, 9)
            .ask(WRITE_ONLY, 8)
            .ask(WRITE_ONLY, 9));

    assertThat(way().delivery().outOfOrder()).isZero();
    assertThat(way().delivery().retransmissions()).isEqualTo(2);
    assertThat(finding("retransmissions").sentence()).endsWith("went back 1 time after a NAK");
  }

  @Test
  void shouldTellAnOvertakenPacketFromALostOne() {
    explain(new Talk().ask(WRITE_ONLY, 5).ask(WRITE_ONLY, 7).ask(WRITE_ONLY, 6).ack(7));

    assertThat(way().delivery().outOfOrder()).isEqualTo(1);
    assertThat(way().delivery().retransmissions()).isZero();
    assertThat(finding("out-of-order").frames()).containsExactly(3L);
  }

  @Test
  void shouldCountTimeoutsAndPacketsNeverSeen() {
    explain(
        new Talk()
            .ask(WRITE_ONLY, 5)
            .ask(WRITE_ONLY, 8)
            .after(60_000_000)
            .ask(WRITE_ONLY, 8)
            .after(60_000_000)
            .ask(WRITE_ONLY, 8)
            .ack(8));

    assertThat(way().answers().timeouts()).isEqualTo(2);
    assertThat(way().delivery().retransmissions()).isEqualTo(2);
    assertThat(way().delivery().missing()).isEqualTo(2);
    assertThat(finding("missing").frames()).containsExactly(2L);
  }

  @Test
  void shouldCountReceiversThatAreNotReady() {
    explain(
        new Talk()
            .ask(SEND_ONLY, 5)
            .answer(5, Aeth.rnr(12))
            .after(640_000)
            .ask(SEND_ONLY, 5)
            .ack(5));

    assertThat(way().answers().rnrNaks()).isEqualTo(1);
    assertThat(way().delivery().retransmissions()).isEqualTo(1);
    assertThat(way().answers().timeouts()).isZero();
    assertThat(connection().naks()).isZero();
  }

  @Test
  void shouldFollowReadsThroughTheirResponses() {
    explain(
        new Talk()
            .read(5, 2 * 1024 + 100)
            .ask(SEND_ONLY, 8)
            .respond(READ_RESPONSE_FIRST, 5)
            .respond(READ_RESPONSE_MIDDLE, 6)
            .respond(READ_RESPONSE_LAST, 7)
            .ack(8));

    assertThat(explanation.hasProblems()).isFalse();
    assertThat(way().operations().messages())
        .isEqualTo(Map.of(MessageKind.READ, 1L, MessageKind.SEND, 1L));
    assertThat(way().operations().latency().messages()).isEqualTo(2);
    assertThat(way().operations().latency().mostNs()).isEqualTo(4000);
    assertThat(connection().directions().get(1).volume().payloadBytes()).isEqualTo(2 * 1024 + 100);
  }

  /** The requester misses a response, lets the others go by, and asks from there on again. */
  @Test
  void shouldCountResponsesThatWereLostAndAskedForAgain() {
    explain(
        new Talk()
            .read(5, 3 * 1024 + 100)
            .respond(READ_RESPONSE_FIRST, 5)
            .respond(READ_RESPONSE_MIDDLE, 7)
            .respond(READ_RESPONSE_LAST, 8)
            .read(6, 2 * 1024 + 100)
            .respond(READ_RESPONSE_FIRST, 6)
            .respond(READ_RESPONSE_MIDDLE, 7)
            .respond(READ_RESPONSE_LAST, 8));

    CaptureReport.Way back = connection().directions().get(1);
    assertThat(back.volume().payloadBytes()).isEqualTo(3 * 1024 + 100);
    assertThat(back.delivery().retransmissions()).isEqualTo(3);
    assertThat(back.delivery().duplicates()).isEqualTo(2);
    assertThat(back.delivery().outOfOrder()).isZero();
    assertThat(way().answers().timeouts()).isZero();
    assertThat(way().operations().latency().mostNs()).isEqualTo(7000);
    assertThat(explanation.findings().getFirst().sentence())
        .isEqualTo(
            "1 of 2 packets to QP 0xb at 10.0.0.2 was retransmitted; the sender went back 1 time "
                + "after missing READ responses");
  }

  /** Asked for again, but the first of them is lost once more. */
  @Test
  void shouldKnowResponsesWhoseBeginningIsLostAgain() {
    explain(
        new Talk()
            .read(5, 4 * 1024 + 100)
            .respond(READ_RESPONSE_FIRST, 5)
            .respond(READ_RESPONSE_MIDDLE, 7)
            .read(6, 3 * 1024 + 100)
            .respond(READ_RESPONSE_LAST, 9)
            .respond(READ_RESPONSE_MIDDLE, 8));

    assertThat(connection().directions().get(1).delivery().outOfOrder()).isZero();
    assertThat(connection().directions().get(1).delivery().retransmissions()).isEqualTo(1);
  }

  @Test
  void shouldTellAnOvertakenResponseFromALostOne() {
    explain(
        new Talk()
            .read(5, 2 * 1024 + 100)
            .respond(READ_RESPONSE_FIRST, 5)
            .respond(READ_RESPONSE_LAST, 7)
            .respond(READ_RESPONSE_MIDDLE, 6));

    CaptureReport.Way back = connection().directions().get(1);
    assertThat(back.volume().payloadBytes()).isEqualTo(2 * 1024 + 100);
    assertThat(back.delivery().retransmissions()).isZero();
    assertThat(back.delivery().outOfOrder()).isEqualTo(1);
  }

  /** What goes over again overtakes itself: no timeout is as short as that. */
  @Test
  void shouldNotTakeReorderingOfWhatGoesOverForTimeouts() {
    explain(
        new Talk()
            .ask(WRITE_ONLY, 5)
            .ask(WRITE_ONLY, 6)
            .ask(WRITE_ONLY, 7)
            .after(60_000_000)
            .ask(WRITE_ONLY, 6)
            .ask(WRITE_ONLY, 5)
            .ask(WRITE_ONLY, 7)
            .ask(WRITE_ONLY, 6)
            .ack(7));

    assertThat(way().delivery().retransmissions()).isEqualTo(4);
    assertThat(way().answers().timeouts()).isEqualTo(1);
  }

  @Test
  void shouldCountMarksAndNotifications() {
    explain(
        new Talk()
            .ask(WRITE_ONLY, 5)
            .marked()
            .ask(WRITE_ONLY, 6)
            .unmarked()
            .cnp()
            .after(49_000)
            .cnp()
            .ack(6));

    assertThat(way().congestion().ecn()).isEqualTo(new CaptureReport.EcnCounts(0, 0, 1, 1));
    assertThat(way().congestion().cnps()).isEqualTo(new CaptureReport.Cnps(2, 20_000.0, 50_000));
    assertThat(connection().ecnMarked()).isEqualTo(1);
    assertThat(explanation.hasProblems()).isFalse();
  }

  @Test
  void shouldSayThatMarksBringNoNotification() {
    explain(new Talk().marked().ask(WRITE_ONLY, 5).unmarked().ack(5));

    assertThat(finding("marks-without-cnp").frames()).containsExactly(1L);
  }

  @Test
  void shouldSayThatADscpDoesNotSurvive() {
    explain(new Talk().ask(WRITE_ONLY, 5).dscp(0).ack(5));

    assertThat(finding("dscp").sentence())
        .startsWith(
            "packets to QP 0xb at 10.0.0.2 have DSCP [26], packets in the reverse direction [0]");
  }

  /** A little is nothing: the queues of a NIC are read one after another. */
  @Test
  void shouldSayThatTheClockGoesBack() {
    explain(new Talk().ask(WRITE_ONLY, 5).after(-500_000).ack(5));
    assertThat(explanation.findings()).isEmpty();

    explain(new Talk().ask(WRITE_ONLY, 5).ack(5).after(-3_000_000).ask(WRITE_ONLY, 6).ack(6));
    assertThat(finding("clock").sentence())
        .startsWith("1 frame is over 1 ms older than the previous");
    assertThat(finding("clock").frames()).containsExactly(3L);
    assertThat(explanation.hasProblems()).isFalse();
  }

  @Test
  void shouldSayThatNobodyAnswers() {
    explain(new Talk().ask(WRITE_ONLY, 5));

    assertThat(finding("unanswered").sentence())
        .isEqualTo(
            "no packet came back from QP 0xb at 10.0.0.2, which had to acknowledge 1 packet: the "
                + "QP does not exist, drops the packets, or only this direction was captured");
  }

  /** It sends, so that it is there, but to what it is asked it says nothing. */
  @Test
  void shouldSayThatNothingIsAcknowledged() {
    explain(
        new Talk()
            .ask(WRITE_ONLY, 5)
            .cnp()
            .after(60_000_000)
            .ask(WRITE_ONLY, 5)
            .after(60_000_000)
            .ask(WRITE_ONLY, 5));

    assertThat(finding("unanswered").sentence())
        .isEqualTo(
            "no acknowledgement came from QP 0xb at 10.0.0.2, which had to acknowledge 3 "
                + "packets: packets to it are lost, or it drops them");
    assertThat(finding("unanswered").frames()).containsExactly(3L, 4L);
  }

  /** As many notes as there are connections, and the one problem comes last. */
  @Test
  void shouldNotLoseAProblemAmongNotes() {
    Talk talk = new Talk();
    for (int i = 0; i < 300; i++) {
      talk.pair(i * 16).ask(WRITE_ONLY, i * 1000).ack(i * 1000).cnp();
    }
    explain(talk);
    assertThat(explanation.hasProblems()).isFalse();
    assertThat(finding("entropy").sentence()).startsWith("all 300 connections between");
    assertThat(finding("more").sentence()).isEqualTo("101 more notes of connections omitted");

    explain(talk.pair(299 * 16).after(60_000_000).ask(WRITE_ONLY, 299_000));
    assertThat(explanation.findings().getFirst().kind()).isEqualTo("retransmissions");
  }

  /** Many queue pairs between the same hosts: whose answer it is, its PSN tells. */
  @Test
  void shouldPutQueuePairsTogetherByTheirPsns() {
    Talk talk = new Talk();
    for (int i = 0; i < 20; i++) {
      talk.pair(i * 16).ask(WRITE_ONLY, i * 1000);
    }
    for (int i = 0; i < 20; i++) {
      talk.pair(i * 16).ack(i * 1000); // which lies close below those of the pairs that follow
    }
    explain(talk);

    assertThat(explanation.traffic().connections()).hasSize(20);
    for (CaptureReport.Connection each : explanation.traffic().connections()) {
      assertThat(each.setUp()).isEqualTo("answers");
      assertThat(each.directions().get(1).ends().qp())
          .isEqualTo(each.directions().get(0).ends().qp() - 1);
    }
    assertThat(finding("entropy").sentence()).startsWith("all 20 connections between");
  }

  /** Both queue pairs at one address: neither is its own peer. */
  @Test
  void shouldFollowAMachineThatTalksToItself() {
    explain(new Talk().alone().ask(WRITE_ONLY, 1).ask(WRITE_ONLY, 2));
    assertThat(connection().setUp()).isEqualTo("one way only");

    explain(new Talk().alone().ask(WRITE_ONLY, 1).ask(WRITE_ONLY, 2).ack(1).ack(2));
    assertThat(explanation.traffic().connections()).hasSize(1);
    assertThat(connection().setUp()).isEqualTo("answers");
    assertThat(way().operations().latency().messages()).isEqualTo(2);
  }

  @Test
  void shouldCountWhatAnUnreliableConnectionLost() {
    explain(new Talk().uc(WRITE_ONLY, 5).uc(WRITE_ONLY, 7));

    assertThat(way().delivery().missing()).isEqualTo(1);
    assertThat(connection().transport()).isEqualTo("UC");
    assertThat(connection().retransmissions()).isZero();
  }

  /** More queue pairs than are followed: the rest is counted. */
  @Test
  void shouldNotGrowWithTheNumberOfQueuePairs() {
    Talk talk = new Talk();
    for (int i = 0; i < CapturedConnections.MOST_WAYS + 100; i++) {
      talk.pair(i * 2).ask(WRITE_ONLY, i);
    }
    explain(talk);

    assertThat(explanation.traffic().connections()).hasSize(CapturedConnections.MOST_WAYS);
    assertThat(explanation.frames().untracked()).isEqualTo(100);
  }

  private void explain(Talk talk) {
    explanation = talk.explain();
  }

  private CaptureReport.Connection connection() {
    assertThat(explanation.traffic().connections()).hasSize(1);
    return explanation.traffic().connections().getFirst();
  }

  private CaptureReport.Way way() {
    return connection().directions().getFirst();
  }

  private CaptureReport.Finding finding(String kind) {
    List<CaptureReport.Finding> found =
        explanation.findings().stream().filter(each -> each.kind().equals(kind)).toList();
    assertThat(found).as(kind + " among " + explanation.findings()).hasSize(1);
    return found.getFirst();
  }
}
