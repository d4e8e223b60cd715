package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ultra Ethernet's transport in a run. Beside htsim it is held in module {@code app}. */
final class UetRunTest {
  private static Lab uec(Lab lab) {
    return lab.set(Presets.named("uec").orElseThrow().settings());
  }

  private static Lab incast(int senders, long bytes) {
    return uec(Lab.star(senders + 1, "100Gbps", "1us")).incast(senders, bytes);
  }

  @ParameterizedTest(name = "{0} bytes over {1}, {2}")
  @CsvSource({
    "0, cut-through, rud",
    "1, cut-through, rud",
    "4096, store-and-forward, rud",
    "4097, cut-through, rud",
    "1000000, cut-through, rud",
    "1000000, store-and-forward, rud",
    "33554432, cut-through, rud",
    "1000000, cut-through, rod",
    "1000000, cut-through, rudi",
    "0, cut-through, uud",
    "4097, store-and-forward, uud",
    "33554432, cut-through, uud",
  })
  void shouldTakeTheTimeOfTheClosedFormAlone(long bytes, String forwarding, String delivery) {
    Lab lab =
        uec(Lab.chain(List.of("100Gbps", "400Gbps", "100Gbps"), "1us"))
            .set(SwitchKnobs.FORWARDING, forwarding)
            .set(UetKnobs.DELIVERY, delivery)
            .flow(0, 1, bytes, 0);
    FlowResult flow = lab.run().flow(0);
    assertThat(flow.completedPs() - flow.startPs()).isEqualTo(flow.idealFctPs());
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"nscc", "rccc", "nscc-rccc"})
  void shouldGetAllThereThroughATrimmingSwitch(String control) {
    Lab.Outcome outcome = incast(24, 1_000_000).set(CongestionKnobs.ALGORITHM, control).run();
    assertThat(outcome.run().counts().finished()).isEqualTo(24);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(24_000_000);
    assertThat(outcome.run().counts().trims()).isPositive();
    assertThat(outcome.drops()).isZero();
    // The port is never idle: what there is to carry, and a round trip.
    double carried = 24 * (245 * 20 + 1_000_000 + 245 * 102) * 8 / 100e9;
    assertThat(outcome.run().completionTimePs() * 1e-12).isCloseTo(carried, within(0.03 * carried));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"nscc", "rccc", "nscc-rccc", "dctcp", "none"})
  void shouldSendAgainWhatIsLostWithoutTrimming(String control) {
    Lab.Outcome outcome =
        incast(24, 400_000)
            .set(CongestionKnobs.ALGORITHM, control)
            .set(SwitchKnobs.TRIMMING, "false")
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(24);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(24 * 400_000);
    assertThat(outcome.run().counts().trims()).isZero();
    // Now and then one is given up too early.
    long again = outcome.run().counts().retransmissions();
    assertThat(outcome.drops()).isBetween(again * 99 / 100, again);
  }

  /** Bit errors take data, ACKs, NACKs and credit alike. */
  @ParameterizedTest(name = "{0}, loss {1}")
  @CsvSource({"nscc, 0.01", "rccc, 0.01", "nscc-rccc, 0.01", "rccc, 0.2", "nscc, 0.2"})
  void shouldSurviveBitErrors(String control, double loss) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", loss).lossyLink(b, hub, "100Gbps", "1us", loss);
    Lab.Outcome outcome =
        uec(lab)
            .set(CongestionKnobs.ALGORITHM, control)
            .flow(0, 1, 300_000, 0)
            .flow(1, 0, 300_000, 0)
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(2);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(600_000);
    assertThat(outcome.drops()).isPositive();
  }

  /** All credit on speculation is gone or void by then, and nothing under way brings any. */
  @Test
  void shouldAskForCreditWhenAFlowIsPostedWhereThereIsNone() {
    Lab lab = uec(Lab.star(2, "1.6Tbps", "70ns")).set(CongestionKnobs.ALGORITHM, "rccc");
    for (int i = 0; i < 4; i++) {
      lab.flow(1, 0, 118, i * Lab.MS);
    }
    assertThat(lab.onOneQueuePair().run().run().counts().finished()).isEqualTo(4);
  }

  @Test
  void shouldFinishFlowsThatShareAContextInOrder() {
    Lab.Outcome outcome =
        uec(Lab.star(3, "100Gbps", "1us"))
            .onOneQueuePair()
            .flow(1, 0, 100_000, 0)
            .flow(1, 0, 0, 0)
            .flow(1, 0, 50_000, 0)
            .run();
    assertThat(outcome.flow(0).completedPs()).isLessThanOrEqualTo(outcome.flow(1).completedPs());
    assertThat(outcome.flow(1).completedPs()).isLessThan(outcome.flow(2).completedPs());
  }

  /** With one way each, flows collide; sprayed, a permutation has the whole fabric. */
  @Test
  void shouldSpreadAPermutationOverAllWays() {
    long single = permutation("1").run().run().completionTimePs();
    long sprayed = permutation("64").run().run().completionTimePs();
    assertThat(sprayed * 1.5).isLessThan(single);
  }

  private static Lab permutation(String values) {
    Lab lab =
        uec(Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=4", "fabric.hostsPerLeaf=4"))
            .set(UetKnobs.ENTROPY_VALUES, values)
            .set(UetKnobs.SPRAYING, "oblivious");
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + 4) % 16, 1_000_000, 0);
    }
    return lab;
  }

  @Test
  void shouldTellWhatIsLeftWhenItStopsEarly() {
    Lab.Outcome outcome = incast(4, 1_000_000).set(RunKnobs.STOP, "50us").run();
    assertThat(outcome.run().counts().finished()).isZero();
    for (FlowResult flow : outcome.flows()) {
      assertThat(flow.deliveredBytes()).isBetween(1L, 999_999L);
    }
  }

  /** Trimmed packets are refused, and so is all that came after one of them where order counts. */
  @ParameterizedTest(name = "{0}, trimming {1}")
  @CsvSource({"rod, true", "rod, false", "rudi, true", "rudi, false"})
  void shouldGetAllThereInOtherReliableModes(String delivery, String trimming) {
    Lab.Outcome outcome =
        incast(24, 400_000)
            .set(UetKnobs.DELIVERY, delivery)
            .set(SwitchKnobs.TRIMMING, trimming)
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(24);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(24 * 400_000);
    long lost = outcome.run().counts().trims() + outcome.drops();
    assertThat(lost).isPositive();
    assertThat(outcome.run().counts().retransmissions()).isGreaterThanOrEqualTo(lost * 99 / 100);
  }

  /**
   * One loss costs mode ROD all that was on its way, and the unordered modes one packet; without
   * cumulative ACKs a lost ACK costs a packet, too.
   */
  @Test
  void shouldPayForOrderAndForKeepingNothing() {
    long rud = retransmissionsOverALossyLink("rud");
    assertThat(retransmissionsOverALossyLink("rudi")).isBetween(rud + 1, 3 * rud);
    assertThat(retransmissionsOverALossyLink("rod")).isGreaterThan(5 * rud);
  }

  private static long retransmissionsOverALossyLink(String delivery) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "2us", 0.002).link(b, hub, "100Gbps", "2us");
    Lab.Outcome outcome = uec(lab).set(UetKnobs.DELIVERY, delivery).flow(0, 1, 20_000_000, 0).run();
    assertThat(outcome.run().counts().finished()).isEqualTo(1);
    return outcome.run().counts().retransmissions();
  }

  /** All packets of a flow take one way where order is promised, and so nothing is refused. */
  @Test
  void shouldKeepToOneWayInModeRod() {
    Lab.Outcome ordered =
        permutation("64").set(UetKnobs.DELIVERY, "rod").set(SwitchKnobs.TRIMMING, "false").run();
    Lab.Outcome single = permutation("1").set(SwitchKnobs.TRIMMING, "false").run();
    assertThat(ordered.run().counts().retransmissions()).isZero();
    assertThat(ordered.run().completionTimePs()).isEqualTo(single.run().completionTimePs());
  }

  @Test
  void shouldSendUnreliablyAtLineRateAndWithoutAnswers() {
    Lab.Outcome outcome = incast(1, 4_096_000).set(UetKnobs.DELIVERY, "uud").run();
    assertThat(outcome.run().counts().finished()).isEqualTo(1);
    assertThat(outcome.run().counts().ackPackets()).isZero();
    double carried = 1000 * (4096 + 102 + 20) * 8 / 100e9;
    assertThat(outcome.flow(0).completedPs() * 1e-12).isCloseTo(carried + 2.3e-6, within(1e-6));
    assertThat(outcome.flow(0).completedPs()).isEqualTo(outcome.flow(0).deliveredPs());
  }

  @Test
  void shouldSayWhatWasLostUnreliably() {
    Lab.Outcome outcome =
        incast(8, 1_000_000).set(UetKnobs.DELIVERY, "uud").set(RunKnobs.STOP, "10ms").run();
    assertThat(outcome.run().counts().retransmissions()).isZero();
    assertThat(outcome.run().counts().finished()).isLessThan(8);
    assertThat(outcome.flows())
        .filteredOn(flow -> !flow.finished())
        .allMatch(flow -> flow.failure().contains("mode uud"));
  }

  /**
   * What receivers placed is what flows are said to have delivered, though no sender heard of it.
   */
  @Test
  void shouldCountWhatArrivedUnreliably() {
    Lab.Outcome outcome =
        incast(8, 1_000_000).set(UetKnobs.DELIVERY, "uud").set(RunKnobs.STOP, "10ms").run();
    assertThat(outcome.flows()).allMatch(flow -> flow.deliveredBytes() > 0);
    assertThat(outcome.flows()).anyMatch(flow -> flow.deliveredBytes() < flow.bytes());
    assertThat(outcome.flows().stream().mapToLong(FlowResult::deliveredBytes).sum())
        .isEqualTo(outcome.run().counts().payloadDelivered());
  }

  /**
   * The window of a short way is less than four times the bytes after which an ACK is due: a sender
   * that asks only at its end stands still in between, as uet-htsim's does (810 us on a fat tree of
   * that delay, 651 without control).
   */
  @Test
  void shouldFillALinkWhoseRoundTripIsShort() {
    assertThat(throughputOfAShortWay("0.25")).isGreaterThan(0.96);
    assertThat(throughputOfAShortWay("0")).isBetween(0.7, 0.85);
  }

  /** Goodput of a lone flow over two links of 200 ns, as a share of the links' rate. */
  private static double throughputOfAShortWay(String share) {
    Lab lab = uec(Lab.chain(List.of("100Gbps", "100Gbps"), "200ns"));
    FlowResult flow = lab.set(UetKnobs.ACK_SHARE, share).flow(0, 1, 8_000_000, 0).run().flow(0);
    return 8_000_000 * 8e12 / flow.fctPs() / 100e9;
  }
}
