package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import org.junit.jupiter.api.Test;

/** What is sent again after losses and reordering, by {@code transport.recovery}. */
final class RecoveryTest {

  /** Ten flows over a link that loses one packet in a hundred. */
  private static Lab lossy(String recovery) {
    Lab lab = new Lab();
    lab.host();
    lab.host();
    int hub = lab.device();
    lab.link(0, hub, "100Gbps", "1us").lossyLink(hub, 1, "100Gbps", "1us", 0.01);
    lab.set(TransportKnobs.RECOVERY, recovery)
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.ACK_EVERY, "1")
        .set(TransportKnobs.RETRANSMIT_TIMEOUT, "320us")
        .set(TransportKnobs.SHORT_TIMEOUT, "100us");
    return lab.flow(0, 1, 40_000_000, 0);
  }

  @Test
  void shouldRepeatLittleMoreThanWhatWasLostWithSelectiveRepeat() {
    Lab.Outcome outcome = lossy("selective-repeat").run();
    long lost = outcome.dropsByCause().getOrDefault(DropCause.BIT_ERROR, 0L);
    long again = outcome.run().counts().retransmissions();
    // ACKs are lost too, and need no repetition.
    assertThat(lost).isGreaterThan(100);
    assertThat(again).isBetween(lost / 3, lost);
    assertThat(outcome.flow(0).finished()).isTrue();
  }

  @Test
  void shouldRepeatAWindowForEveryLossWithGoBackN() {
    Lab.Outcome outcome = lossy("go-back-n").run();
    long lost = outcome.dropsByCause().getOrDefault(DropCause.BIT_ERROR, 0L);
    // 5.5 us from a loss to its NAK are 16 packets of 334 ns; and where a NAK is lost, or what it
    // asked for, 320 us are a thousand.
    assertThat(outcome.run().counts().retransmissions()).isBetween(8 * lost, 40 * lost);
  }

  @Test
  void shouldRepeatAUnitAndAWindowForEveryLossOfAPartOfIt() {
    Lab.Outcome outcome = lossy("go-back-n").set(TransportKnobs.GO_BACK_UNIT, "256KiB").run();
    long lost = outcome.dropsByCause().getOrDefault(DropCause.BIT_ERROR, 0L);
    // A unit has 64 packets, of which a loss costs a half on top of the 16 of a round trip. Half of
    // what is lost are ACKs.
    assertThat(outcome.run().counts().retransmissions()).isBetween(16 * lost, 32 * lost);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(40_000_000);
  }

  /**
   * Go-back-0: a message of a thousand packets, of which one in a hundred is lost, never gets there
   * (the livelock of Guo et al., SIGCOMM 2016).
   */
  @Test
  void shouldGetNowhereWhereALossCostsAMessage() {
    Lab lab = lossy("go-back-n").set(TransportKnobs.MESSAGE_SIZE, "4MB").set(RunKnobs.STOP, "20ms");
    assertThat(lab.run().flow(0).finished()).isTrue();
    FlowResult flow = lab.set(TransportKnobs.GO_BACK_UNIT, "4MB").run().flow(0);
    assertThat(flow.finished()).isFalse();
    assertThat(flow.deliveredBytes()).isZero();
  }

  @Test
  void shouldBeFasterWithSelectiveRepeatThanWithGoBackN() {
    assertThat(lossy("selective-repeat").run().flow(0).fctPs())
        .isLessThan(lossy("go-back-n").run().flow(0).fctPs());
  }

  @Test
  void shouldKeepNoMoreInFlightThanTheLongestPathHolds() {
    // 100 Gb/s and 4 us there and back, 2 packets of 4,096 B to send, 1 ACK a packet: 62,288 B.
    Lab.Outcome capped = incastPeak("true");
    Lab.Outcome free = incastPeak("false");
    assertThat(capped.port(3, 0).peakQueueBytes()[3]).isLessThan(2 * 16 * 4174);
    assertThat(free.port(3, 0).peakQueueBytes()[3]).isGreaterThan(400_000);
    assertThat(capped.flow(1).slowdown()).isLessThan(2.1);
  }

  private static Lab.Outcome incastPeak(String capped) {
    return Lab.star(3, "100Gbps", "1us")
        .set(TransportKnobs.RECOVERY, "selective-repeat")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.ACK_EVERY, "1")
        .set(TransportKnobs.BDP_CAP, capped)
        .set(PfcKnobs.XOFF, "10MB")
        .flow(1, 0, 1_000_000, 0)
        .flow(2, 0, 1_000_000, 0)
        .run();
  }

  @Test
  void shouldReachLineRateAloneUnderTheCap() {
    Lab lab =
        Lab.shape("fat-tree", "fabric.k=4")
            .set(TransportKnobs.RECOVERY, "selective-repeat")
            .set(CongestionKnobs.ALGORITHM, "none")
            .flow(0, 15, 10_000_000, 0);
    double gbps = 8e3 * 10_000_000 / lab.run().flow(0).fctPs();
    Lab without =
        Lab.shape("fat-tree", "fabric.k=4")
            .set(CongestionKnobs.ALGORITHM, "none")
            .flow(0, 15, 10_000_000, 0);
    assertThat(gbps).isGreaterThan(0.999 * 8e3 * 10_000_000 / without.run().flow(0).fctPs());
  }

  /** Sprayed over four ways of which one is longer. */
  private static Lab reordering(String recovery) {
    Lab lab = new Lab();
    lab.host();
    lab.host();
    int near = lab.device();
    int far = lab.device();
    lab.link(0, near, "100Gbps", "500ns").link(1, far, "100Gbps", "500ns");
    for (int i = 0; i < 4; i++) {
      int way = lab.device();
      lab.link(near, way, "100Gbps", i == 0 ? "3us" : "500ns");
      lab.link(way, far, "100Gbps", "500ns");
    }
    return lab.set(RoutingKnobs.ROUTING, "spray")
        .set(TransportKnobs.RECOVERY, recovery)
        .set(CongestionKnobs.ALGORITHM, "none")
        .flow(0, 1, 4_000_000, 0);
  }

  @Test
  void shouldRepeatNothingForReorderingWherePacketsArePlacedAsTheyCome() {
    Lab.Outcome outcome = reordering("out-of-order").run();
    assertThat(outcome.run().counts().retransmissions()).isZero();
    assertThat(outcome.flow(0).slowdown()).isLessThan(1.03);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(4_000_000);
  }

  @Test
  void shouldRepeatMostOfItWithGoBackN() {
    Lab.Outcome outcome = reordering("go-back-n").run();
    assertThat(outcome.run().counts().retransmissions()).isGreaterThan(1_000);
    assertThat(outcome.flow(0).slowdown()).isGreaterThan(2);
  }

  @Test
  void shouldGoBackAfterATimeoutWhereGapsAreNotReported() {
    Lab lab = lossy("out-of-order").set(TransportKnobs.REORDER_WINDOW, "65536");
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.run().counts().retransmissions()).isGreaterThan(100);
  }

  /** The long timeout may be off and the short one not. */
  @Test
  void shouldWaitForTheShortTimeoutWhereThereIsNoOther() {
    Lab.Outcome outcome =
        lossyPair()
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.RECOVERY, "selective-repeat")
            .set(TransportKnobs.ACK_TIMEOUT, "0")
            .set(TransportKnobs.SHORT_TIMEOUT, "100us")
            .set(TransportKnobs.FEW_PACKETS, "64")
            .set(RunKnobs.STOP, "1s")
            .flow(0, 1, 1 << 20, 0)
            .run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.flow(0).retransmissions()).isPositive();
  }

  private static Lab lossyPair() {
    Lab lab = new Lab();
    int from = lab.host();
    int to = lab.host();
    return lab.lossyLink(from, to, "100Gbps", "500ns", 0.05);
  }
}
