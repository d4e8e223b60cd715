package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reliable connections in runs: losses, timeouts, long and empty flows, many queue pairs. */
final class ReliabilityTest {

  private static Lab pair() {
    return Lab.chain(List.of("100Gbps", "100Gbps"), "500ns").set(CongestionKnobs.ALGORITHM, "none");
  }

  private static Lab lossyPair(double loss) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    return lab.lossyLink(a, hub, "100Gbps", "500ns", loss)
        .link(hub, b, "100Gbps", "500ns")
        .set(CongestionKnobs.ALGORITHM, "none");
  }

  @ParameterizedTest(name = "initial PSN {0}")
  @CsvSource({"0", "16777206", "16777215", "8388600"})
  void shouldWrapPacketNumbersAround(String initialPsn) {
    Lab.Outcome plain = lossyPair(0.01).flow(0, 1, 4_000_000, 0).run();
    Lab.Outcome outcome =
        lossyPair(0.01).set(TransportKnobs.INITIAL_PSN, initialPsn).flow(0, 1, 4_000_000, 0).run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.flow(0)).isEqualTo(plain.flow(0));
    assertThat(outcome.flow(0).retransmissions()).isPositive();
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(4_000_000);
  }

  @Test
  void shouldRecoverFromLossByGoingBackOnceAGap() {
    Lab.Outcome outcome = lossyPair(0.002).flow(0, 1, 20_000_000, 0).run();
    FlowResult flow = outcome.flow(0);
    long lost = outcome.dropsByCause().getOrDefault(DropCause.BIT_ERROR, 0L);
    assertThat(flow.finished()).isTrue();
    assertThat(lost).isGreaterThan(5);
    // A round trip of 2.6 us and the packets themselves are 10 packets at 100G: so many a gap,
    // once.
    assertThat(flow.retransmissions()).isBetween(8 * (int) lost, 11 * (int) lost);
    assertThat(outcome.run().counts().dataPackets())
        .isEqualTo((20_000_000 + 4_095) / 4_096 + flow.retransmissions());
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(20_000_000);
  }

  @Test
  void shouldNotTimeOutWhileThePacketsOfAnAckAreBeingSent() {
    // After the first CNP a packet leaves every 33 ms: four of them, an ACK's, outlast 67 ms.
    Lab.Outcome outcome =
        withOneDeepCut("1Mbps").flow(1, 0, 400_000, 0).flow(2, 0, 400_000, 0).run();
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    assertThat(outcome.run().counts().cnpPackets()).isPositive();
    assertThat(outcome.run().completionTimePs()).isGreaterThan(1_000 * Lab.MS);
    assertThat(outcome.run().counts().retransmissions()).isZero();
  }

  @Test
  void shouldAcknowledgeWhatLeftBeforeTheRateTookTheWindowAway() {
    // With the rate the window falls below one packet; nobody repeats what is in flight.
    Lab.Outcome outcome =
        withOneDeepCut("100Mbps")
            .set(TransportKnobs.WINDOW, "1MB")
            .set(TransportKnobs.WINDOW_FOLLOWS_RATE, "true")
            .set(TransportKnobs.ACK_TIMEOUT, "0")
            .flow(1, 0, 400_000, 0)
            .flow(2, 0, 400_000, 0)
            .run();
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    assertThat(outcome.run().counts().cnpPackets()).isPositive();
    assertThat(outcome.run().counts().retransmissions()).isZero();
  }

  /** Two senders into a port that marks at once; the first CNP leaves a sender this rate. */
  private static Lab withOneDeepCut(String rate) {
    return Lab.star(3, "100Gbps", "1us")
        .set(CongestionKnobs.KMIN, "1KB")
        .set(CongestionKnobs.KMAX, "10KB")
        .set(CongestionKnobs.PMAX, "1")
        .set(Knobs.named("congestion.rateOnFirstCnp", ValueType.NUMBER), "0.0001")
        .set(Knobs.named("congestion.minRate", ValueType.RATE), rate)
        .set(Knobs.named("congestion.increaseTimer", ValueType.TIME), "1s")
        .set(RunKnobs.STOP, "30s");
  }

  /**
   * ACKs come by a packet's place in its message, whatever disturbs it: here packets the other way
   * delay ACKs, and make a sender find its window used up at other moments than alone.
   */
  @ParameterizedTest(name = "{0}, {1} packets an ACK")
  @CsvSource({"500ns, 16", "1us, 16", "2us, 16", "2us, 5", "2us, 2"})
  void shouldNotBeFasterThanAloneWithAWindow(String delay, String ackEvery) {
    Lab.Outcome outcome =
        Lab.chain(List.of("25Gbps", "100Gbps"), delay)
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.WINDOW, "64KB")
            .set(TransportKnobs.ACK_EVERY, ackEvery)
            .set(TransportKnobs.MESSAGE_SIZE, "100KB")
            .flow(0, 1, 10_000_000, 0)
            .flow(1, 0, 10_000_000, 0)
            .run();
    assertThat(outcome.flow(0).slowdown()).isBetween(1.0, 1.1);
    assertThat(outcome.flow(1).slowdown()).isBetween(1.0, 1.1);
  }

  @Test
  void shouldSendALostTailAgainAfterTheTimeout() {
    // The link is down while the last packets of the flow are on it.
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.ACK_TIMEOUT, "4") // 65.536 us
            .flow(0, 1, 100_000, 0)
            .linkDown(1, 7 * Lab.US)
            .linkUp(1, 20 * Lab.US)
            .run();
    FlowResult flow = outcome.flow(0);
    assertThat(flow.finished()).isTrue();
    assertThat(flow.retransmissions()).isPositive();
    assertThat(flow.fctPs()).isBetween(65 * Lab.US, 90 * Lab.US);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(100_000);
  }

  @Test
  void shouldTimeOutOnAnyFlowOfAQueuePairNotOnlyTheFirst() {
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.ACK_TIMEOUT, "4")
            .onOneQueuePair()
            .flow(0, 1, 100_000, 0)
            .flow(0, 1, 4_000, 20 * Lab.US) // before the first one's timer has been looked at
            .linkDown(1, 18 * Lab.US)
            .linkUp(1, 40 * Lab.US)
            .set(RunKnobs.STOP, "10ms")
            .run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.flow(0).completedPs()).isLessThan(18 * Lab.US);
    assertThat(outcome.flow(1).finished()).isTrue();
    assertThat(outcome.flow(1).fctPs()).isBetween(65 * Lab.US, 75 * Lab.US);
  }

  @ParameterizedTest(name = "timeout 2^{0}, {1} retries")
  @CsvSource({"1, 7", "3, 2", "2, 0"})
  void shouldGiveUpAfterTheRetriesAndSayWhy(int exponent, int retries) {
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.ACK_TIMEOUT, Integer.toString(exponent))
            .set(TransportKnobs.RETRY_COUNT, Integer.toString(retries))
            .flow(0, 1, 1_000_000, 0)
            .linkDown(1, 5 * Lab.US)
            .set(RunKnobs.STOP, "1s")
            .run();
    FlowResult flow = outcome.flow(0);
    assertThat(flow.finished()).isFalse();
    assertThat(flow.failure()).contains("retry counter exceeded");
    assertThat(flow.deliveredBytes()).isBetween(1L, 999_999L);
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
    long timeoutPs = 4_096_000L << exponent;
    assertThat(outcome.run().endPs())
        .as("nothing can happen any more")
        .isBetween((retries + 1) * timeoutPs, (retries + 1) * timeoutPs + 12 * Lab.US);
  }

  @Test
  void shouldCarryAnEmptyFlowAsOneEmptyMessage() {
    Lab.Outcome outcome = pair().flow(0, 1, 0, 5).flow(1, 0, 1, 0).run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.flow(0).bytes()).isZero();
    assertThat(outcome.flow(0).fctPs()).isGreaterThan(2 * Lab.US);
    assertThat(outcome.run().counts().dataPackets()).isEqualTo(2);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(1);
  }

  @Test
  void shouldRunAFlowOfATebibyteForAMillisecondAndReportItsProgress() {
    Lab.Outcome outcome = pair().flow(0, 1, 1L << 40, 0).set(RunKnobs.STOP, "1ms").run();
    FlowResult flow = outcome.flow(0);
    assertThat(flow.finished()).isFalse();
    assertThat(flow.failure()).isEmpty();
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
    assertThat(outcome.run().endPs()).isEqualTo(Lab.MS);
    // 98 % of 100 Gb/s for a millisecond.
    assertThat((double) flow.deliveredBytes()).isCloseTo(12.25e6, within(0.05e6));
  }

  @ParameterizedTest(name = "{0} outstanding messages of 4 KiB: {1} Gb/s")
  @CsvSource({"1, 11.5", "2, 23.1", "4, 46.2", "100, 97.7"})
  void shouldBeLimitedByOutstandingMessages(int outstanding, double gbps) {
    FlowResult flow =
        pair()
            .set(TransportKnobs.OUTSTANDING, Integer.toString(outstanding))
            .set(TransportKnobs.MESSAGE_SIZE, "4KiB")
            .set(SwitchKnobs.FORWARDING, "cut-through")
            .set(SwitchKnobs.SWITCH_LATENCY, "250ns")
            .flow(0, 1, 40_960_000, 0)
            .run()
            .flow(0);
    // One message a round trip: 2.5 us, and 4174 B + preamble out, 66 B + preamble back.
    double roundTripNs = 2_500 + (4_174 + 8 + 66 + 8) * 0.08;
    double expected = Math.min(100 * 4_096.0 / 4_194, outstanding * 4_096 * 8 / roundTripNs);
    assertThat(expected).isCloseTo(gbps, within(0.1));
    assertThat(flow.bytes() * 8e3 / flow.fctPs()).isCloseTo(expected, within(0.01 * expected));
  }

  @Test
  void shouldBeLimitedByTheWindow() {
    FlowResult flow =
        pair()
            .set(TransportKnobs.WINDOW, "8KiB")
            .set(TransportKnobs.ACK_EVERY, "1")
            .set(SwitchKnobs.SWITCH_LATENCY, "250ns")
            .flow(0, 1, 40_960_000, 0)
            .run()
            .flow(0);
    double roundTripNs = 2_500 + (4_158 + 8 + 66 + 8) * 0.08;
    double expected = 2 * 4_096 * 8 / roundTripNs;
    assertThat(flow.bytes() * 8e3 / flow.fctPs()).isCloseTo(expected, within(0.01 * expected));
  }

  @Test
  void shouldShareOneNicFairlyAmongThousandsOfQueuePairs() {
    int pairs = 4_000;
    Lab lab = pair().set(RunKnobs.STOP, "20ms").set(SwitchKnobs.SWITCH_BUFFER, "64MiB");
    for (int i = 0; i < pairs; i++) {
      lab.flow(0, 1, 1L << 30, 0);
    }
    Lab.Outcome outcome = lab.run();
    double[] got = outcome.flows().stream().mapToDouble(FlowResult::deliveredBytes).toArray();
    assertThat(got).hasSize(pairs);
    // 60,000 packets in 20 ms are 15 each; one ACK per 4 packets leaves a step of 4.
    assertThat(Lab.jain(got)).isGreaterThan(0.99);
    assertThat(outcome.run().counts().payloadDelivered() * 8e-9 / 0.02).isCloseTo(98, within(0.3));
  }

  @Test
  void shouldFinishAHundredThousandFlowsIntoOnePort() {
    int senders = 50;
    Lab lab = Lab.star(senders + 1, "100Gbps", "500ns").set(CongestionKnobs.ALGORITHM, "none");
    for (int i = 0; i < 100_000; i++) {
      lab.flow(1 + i % senders, 0, 1_000, 0);
    }
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.run().counts().finished()).isEqualTo(100_000);
    assertThat(outcome.drops()).isZero();
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(100_000_000);
    // 1078 + 20 bytes a flow through one port of 100 Gb/s.
    assertThat((double) outcome.run().completionTimePs())
        .isCloseTo(100_000 * 1_098 * 80.0, within(10.0 * Lab.US));
  }

  @Test
  void shouldStartWhatWaitsForADeliveryOrACompletion() {
    Lab lab = pair();
    lab.flow(0, 1, 10_000, 0);
    lab.after(1, 0, List.of(0), List.of());
    lab.after(0, 1, List.of(), List.of(0));
    lab.after(0, 1, List.of(0), List.of());
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.flow(1).startPs()).isEqualTo(outcome.flow(0).deliveredPs());
    assertThat(outcome.flow(2).startPs()).isEqualTo(outcome.flow(0).completedPs());
    assertThat(outcome.flow(3).startPs())
        .as("a trigger that crosses the fabric takes run.grid")
        .isEqualTo(outcome.flow(0).deliveredPs() + Lab.US);
  }
}
