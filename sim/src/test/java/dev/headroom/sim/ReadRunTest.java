package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** READs in runs: who asks, who answers, at what pace, and what losses cost. */
final class ReadRunTest {
  private static final double NS_PER_BYTE = 0.08; // at 100 Gb/s

  /** Host 0 has the data, host 1 reads it; the switch between them is node 2. */
  private static Lab pair() {
    return Lab.chain(List.of("100Gbps", "100Gbps"), "500ns")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.OPERATION, "read");
  }

  private static Lab lossy(int lossyHost, double loss) {
    Lab lab = new Lab();
    int source = lab.host();
    int destination = lab.host();
    int hub = lab.device();
    return lab.lossyLink(source, hub, "100Gbps", "500ns", lossyHost == 0 ? loss : 0)
        .lossyLink(destination, hub, "100Gbps", "500ns", lossyHost == 1 ? loss : 0)
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.OPERATION, "read");
  }

  @Test
  void shouldAskFromTheDestinationAndAnswerFromTheSource() {
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.MTU, "1024")
            .set(TransportKnobs.MESSAGE_SIZE, "2500B")
            .flow(0, 1, 5_000, 0)
            .run();
    assertThat(Arrays.stream(outcome.port(0, 0).bytes()).sum())
        .as("two messages of a first, a middle and a last response")
        .isEqualTo(2 * (1_090 + 1_086 + 518));
    assertThat(Arrays.stream(outcome.port(1, 0).bytes()).sum())
        .as("two requests and nothing else")
        .isEqualTo(2 * 78);
    assertThat(outcome.run().counts().dataPackets()).isEqualTo(6);
    assertThat(outcome.run().counts().readRequests()).isEqualTo(2);
    assertThat(outcome.run().counts().ackPackets()).isZero();
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(5_000);
  }

  @Test
  void shouldTakeARoundTripAndTheData() {
    FlowResult flow =
        pair().set(SwitchKnobs.SWITCH_LATENCY, "250ns").flow(0, 1, 4_096, 1_000).run().flow(0);
    // Twice 1,250 ns; the switch cuts through, so each frame is paid once, with its preamble.
    double ns = 2 * (2 * 500 + 250) + (78 + 8 + 4_096 + 66 + 8) * NS_PER_BYTE;
    assertThat(flow.fctPs()).isEqualTo(Math.round(1e3 * ns));
    assertThat(flow.deliveredPs()).as("complete when it is there").isEqualTo(flow.completedPs());
    assertThat(flow.slowdown()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0} outstanding READs of 4 KiB")
  @CsvSource({"1", "2", "4", "100"})
  void shouldBeLimitedByOutstandingReads(int reads) {
    FlowResult flow =
        pair()
            .set(TransportKnobs.OUTSTANDING, "1000")
            .set(TransportKnobs.OUTSTANDING_READS, Integer.toString(reads))
            .set(TransportKnobs.MESSAGE_SIZE, "4KiB")
            .set(SwitchKnobs.SWITCH_LATENCY, "250ns")
            .flow(0, 1, 40_960_000, 0)
            .run()
            .flow(0);
    double roundTripNs = 2_500 + (78 + 8 + 4_162 + 8) * NS_PER_BYTE;
    double lineRate = 100 * 4_096.0 / (4_162 + 20);
    double expected = Math.min(lineRate, reads * 4_096 * 8 / roundTripNs);
    assertThat(flow.bytes() * 8e3 / flow.fctPs()).isCloseTo(expected, within(0.005 * expected));
  }

  @Test
  void shouldHoldRequestsBackThatWouldExceedTheWindow() {
    FlowResult flow =
        pair()
            .set(TransportKnobs.WINDOW, "8KiB")
            .set(TransportKnobs.MESSAGE_SIZE, "4KiB")
            .set(SwitchKnobs.SWITCH_LATENCY, "250ns")
            .flow(0, 1, 40_960_000, 0)
            .run()
            .flow(0);
    double roundTripNs = 2_500 + (78 + 8 + 4_162 + 8) * NS_PER_BYTE;
    double expected = 2 * 4_096 * 8 / roundTripNs;
    assertThat(flow.bytes() * 8e3 / flow.fctPs()).isCloseTo(expected, within(0.005 * expected));
  }

  @Test
  void shouldGoBackOnceALostResponse() {
    Lab.Outcome outcome = lossy(0, 0.002).flow(0, 1, 20_000_000, 0).run();
    FlowResult flow = outcome.flow(0);
    long lost = outcome.dropsByCause().getOrDefault(DropCause.BIT_ERROR, 0L);
    long sentAgain = outcome.run().counts().retransmissions();
    assertThat(flow.finished()).isTrue();
    assertThat(lost).isGreaterThan(5);
    // As for WRITE: a round trip's worth of packets, about ten, for each loss.
    assertThat(sentAgain).isBetween(7 * lost, 12 * lost);
    assertThat(outcome.run().counts().dataPackets())
        .isEqualTo((20_000_000 + 4_095) / 4_096 + sentAgain);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(20_000_000);
    assertThat(flow.fctPs()).as("no timeout").isLessThan(10 * Lab.MS);
  }

  @Test
  void shouldAskAgainForLostRequestsThatOthersFollow() {
    // One in ten is lost, of requests and of responses.
    Lab.Outcome outcome =
        lossy(1, 0.1)
            .set(TransportKnobs.MESSAGE_SIZE, "4KiB")
            .set(TransportKnobs.ACK_TIMEOUT, "5")
            .flow(0, 1, 400_000, 0)
            .run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.run().counts().ackPackets()).as("NAKs of missing requests").isPositive();
    assertThat(outcome.run().counts().readRequests()).isGreaterThan(98);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(400_000);
  }

  @Test
  void shouldAskAgainAfterTheTimeoutForALostTail() {
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
  void shouldGiveUpAfterTheRetriesAndSayWhy() {
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.ACK_TIMEOUT, "2")
            .set(TransportKnobs.RETRY_COUNT, "3")
            .flow(0, 1, 1_000_000, 0)
            .linkDown(0, 5 * Lab.US)
            .set(RunKnobs.STOP, "1s")
            .run();
    FlowResult flow = outcome.flow(0);
    assertThat(flow.finished()).isFalse();
    assertThat(flow.failure()).contains("retry counter exceeded").contains("4 timeouts");
    assertThat(flow.deliveredBytes()).isBetween(1L, 999_999L);
    assertThat(outcome.run().endPs()).isLessThan(Lab.MS);
  }

  @Test
  void shouldTellTheSourceOfMarksAndSlowItDown() {
    // Two hosts are read by a third, whose link is where the queue is.
    Lab lab =
        Lab.star(3, "100Gbps", "500ns")
            .set(TransportKnobs.OPERATION, "read")
            .set(CongestionKnobs.KMIN, "20KB")
            .set(CongestionKnobs.KMAX, "80KB")
            .flow(0, 2, 40_000_000, 0)
            .flow(1, 2, 40_000_000, 0);
    Lab.Outcome outcome = lab.run();
    long cnps = outcome.run().counts().cnpPackets();
    assertThat(outcome.flow(0).finished() && outcome.flow(1).finished()).isTrue();
    assertThat(cnps).isGreaterThan(10);
    assertThat(outcome.port(2, 0).packets()[6]).as("they leave the reader").isEqualTo(cnps);
    assertThat(outcome.port(0, 0).packets()[6] + outcome.port(1, 0).packets()[6]).isZero();
    assertThat(outcome.flow(0).cnps() + outcome.flow(1).cnps()).isEqualTo((int) cnps);
    long paused = outcome.run().counts().pausedPs();
    long undamped = lab.set(CongestionKnobs.ALGORITHM, "none").run().run().counts().pausedPs();
    assertThat(paused).as("the sources slowed down").isLessThan(undamped / 4);
  }

  @Test
  void shouldStartWhereItIsPosted() {
    Lab lab = pair();
    lab.flow(0, 1, 10_000, 0);
    lab.after(0, 1, List.of(0), List.of());
    lab.after(1, 0, List.of(), List.of(0));
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.flow(1).startPs())
        .as("host 1 reads again what it has just read")
        .isEqualTo(outcome.flow(0).deliveredPs());
    assertThat(outcome.flow(2).startPs())
        .as("host 0 is to read: telling it takes run.grid")
        .isEqualTo(outcome.flow(0).completedPs() + Lab.US);
  }

  /** A reader that waits for responses is no reason to forget the responder beside it. */
  @Test
  void shouldAnswerWhileItWaitsForAnswersWhereTiesGoByInsertion() {
    Lab.Outcome outcome =
        Lab.chain(List.of("400Gbps", "25Gbps", "400Gbps"), "1us")
            .set(TransportKnobs.OPERATION, "read")
            .set(TransportKnobs.OUTSTANDING_READS, "2")
            .set(TransportKnobs.ACK_TIMEOUT, "0")
            .set(RunKnobs.TIES, "insertion")
            .flow(0, 1, 4_621_963, 0)
            .flow(1, 0, 4_621_963, 0)
            .run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.flow(1).finished()).isTrue();
  }
}
