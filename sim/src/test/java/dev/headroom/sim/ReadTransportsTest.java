package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** READs over UEC, SRD, Falcon and iWARP: requests, then a stream the other way. */
final class ReadTransportsTest {
  private static Lab reading(String transport, Lab lab) {
    return lab.set(Presets.named(transport).orElseThrow().settings())
        .set(TransportKnobs.OPERATION, "read");
  }

  /** Open beforehand and with a window for all of it. */
  private static Lab wide(String transport, Lab lab) {
    return reading(transport, lab)
        .set(TcpKnobs.HANDSHAKE, "false")
        .set(Knobs.named("transport.tcp.initialWindow", ValueType.WHOLE), "1000");
  }

  /** Host 0 has the data, host 1 reads it; the switch between them is node 2. */
  private static Lab pair(String transport) {
    return wide(transport, Lab.chain(List.of("100Gbps", "100Gbps"), "500ns"))
        .set(SwitchKnobs.SWITCH_LATENCY, "250ns");
  }

  /**
   * Both ways take 1,250 ns; the switch cuts through, so each frame is paid once, with its
   * preamble, and the ACK of the request with all that is around it.
   */
  @ParameterizedTest(name = "{0}: request {1}, its ACK {2}, data {3} around 1,000")
  @CsvSource({"uec, 102, 90, 78", "srd, 91, 91, 91", "falcon, 172, 130, 146", "iwarp, 122, 70, 90"})
  void shouldTakeARequestItsAckAndTheData(String transport, int request, int ack, int around) {
    FlowResult flow = pair(transport).flow(0, 1, 1_000, 1_000).run().flow(0);
    double ns = 2 * 1_250 + (request + 8 + ack + 20 + 1_000 + around + 8) * 0.08;
    assertThat(flow.fctPs()).isEqualTo(Math.round(1e3 * ns));
    assertThat(flow.deliveredPs()).as("complete when it is there").isEqualTo(flow.completedPs());
    assertThat(flow.slowdown()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uec", "srd", "iwarp"})
  void shouldAskFromTheDestinationAndSendFromTheSource(String transport) {
    Lab.Outcome outcome = pair(transport).flow(0, 1, 1_000_000, 0).run();
    assertThat(outcome.run().counts().readRequests()).isEqualTo(1);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(1_000_000);
    assertThat(outcome.run().counts().retransmissions()).isZero();
    assertThat(Arrays.stream(outcome.port(0, 0).bytes()).sum()).isGreaterThan(1_000_000);
    assertThat(Arrays.stream(outcome.port(1, 0).bytes()).sum()).isLessThan(50_000);
  }

  @ParameterizedTest(name = "{0}, {1} bytes over {2}")
  @CsvSource({
    "uec, 0, cut-through",
    "uec, 1, store-and-forward",
    "uec, 4097, cut-through",
    "uec, 33554432, cut-through",
    "srd, 0, cut-through",
    "srd, 8929, store-and-forward",
    "srd, 33554432, cut-through",
    "falcon, 0, cut-through",
    "falcon, 4096, store-and-forward",
    "iwarp, 0, cut-through",
    "iwarp, 1000000, cut-through",
    "iwarp, 1000001, store-and-forward"
  })
  void shouldTakeTheTimeOfTheClosedFormAlone(String transport, long bytes, String forwarding) {
    Lab lab =
        wide(transport, Lab.chain(List.of("100Gbps", "400Gbps", "100Gbps"), "1us"))
            .set(SwitchKnobs.FORWARDING, forwarding)
            .flow(0, 1, bytes, 0);
    FlowResult flow = lab.run().flow(0);
    assertThat(flow.completedPs() - flow.startPs()).isEqualTo(flow.idealFctPs());
  }

  /** A SYN and its answer, and MPA's request and reply, go before the first request. */
  @Test
  void shouldOpenAConnectionOfIwarpFromTheEndThatAsks() {
    Lab lab = pair("iwarp").set(TcpKnobs.HANDSHAKE, "true").flow(0, 1, 1_000, 0);
    FlowResult flow = lab.run().flow(0);
    long syn = 2 * 1_250_000 + 2 * 86 * 80; // a byte takes 80 ps
    long mpa = 2 * 1_250_000 + 2 * 98 * 80;
    long third = 90 * 80; // goes before the MPA request
    assertThat(flow.completedPs() - flow.startPs() - flow.idealFctPs())
        .isEqualTo(syn + mpa + third);
  }

  /** Requests and their ACKs are lost like data. */
  @ParameterizedTest(name = "{0}, {1}, loss {2}")
  @CsvSource({
    "uec, rud, 0.01",
    "uec, rud, 0.2",
    "uec, rod, 0.05",
    "srd, rud, 0.01",
    "srd, rud, 0.2",
    "falcon, rud, 0.01",
    "falcon, rud, 0.2",
    "iwarp, rud, 0.01",
    "iwarp, rud, 0.1"
  })
  void shouldSurviveBitErrors(String transport, String delivery, double loss) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", loss).lossyLink(b, hub, "100Gbps", "1us", loss);
    reading(transport, lab).set(UetKnobs.DELIVERY, delivery);
    for (int i = 0; i < 40; i++) {
      lab.flow(i % 2, 1 - i % 2, 20_000, i * Lab.US);
    }
    Lab.Outcome outcome = lab.onOneQueuePair().set(RunKnobs.STOP, "100s").run();
    assertThat(outcome.run().counts().finished()).isEqualTo(40);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(800_000);
    assertThat(outcome.run().imbalances()).isEmpty();
    if (loss > 0.04) {
      assertThat(outcome.run().counts().readRequests()).isGreaterThan(40);
    }
  }

  @Test
  void shouldAskAgainAfterTheTimeoutForALostRequest() {
    FlowResult flow =
        pair("srd")
            .set(SrdKnobs.MIN_TIMEOUT, "100us")
            .flow(0, 1, 1_000, 0)
            .linkDown(0, 100_000)
            .linkUp(0, 50 * Lab.US)
            .run()
            .flow(0);
    assertThat(flow.fctPs()).isEqualTo(100 * Lab.US + flow.idealFctPs());
    assertThat(flow.retransmissions()).as("its request").isEqualTo(1);
  }

  /** Four READs of 4,000 B: two round trips where two may be under way. */
  @ParameterizedTest
  @ValueSource(strings = {"uec", "srd", "falcon", "iwarp"})
  void shouldHaveNoMoreUnderWayThanMayBe(String transport) {
    Lab lab = Lab.chain(List.of("100Gbps", "100Gbps"), "50us");
    for (int i = 0; i < 4; i++) {
      lab.flow(0, 1, 4_000, 0);
    }
    wide(transport, lab).onOneQueuePair();
    long together = lab.run().run().completionTimePs();
    long inPairs = lab.set(TransportKnobs.OUTSTANDING_READS, "2").run().run().completionTimePs();
    long oneByOne = lab.set(TransportKnobs.OUTSTANDING_READS, "1").run().run().completionTimePs();
    assertThat(together).isBetween(200 * Lab.US, 210 * Lab.US);
    assertThat(inPairs).isBetween(400 * Lab.US, 410 * Lab.US);
    assertThat(oneByOne).isBetween(800 * Lab.US, 810 * Lab.US);
  }

  @Test
  void shouldCloseAContextWhereNobodyAnswersARequest() {
    Lab.Outcome outcome =
        pair("uec")
            .set(UetKnobs.TIMEOUT, "1ms")
            .set(UetKnobs.RETRIES, "3")
            .set(RunKnobs.STOP, "1s")
            .standstill(0, 0, 0)
            .flow(0, 1, 1_000, 1_000)
            .run();
    assertThat(outcome.flow(0).failure())
        .startsWith("context closed: 4 timeouts of one READ request without a response");
    assertThat(outcome.run().endPs()).isBetween(4 * Lab.MS, 5 * Lab.MS);
    assertThat(outcome.run().counts().readRequests()).isEqualTo(4);
    assertThat(outcome.run().imbalances()).isEmpty();
  }

  /** A reader's link is where the queue is, and all transports slow their sources down for it. */
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "uec, nscc",
    "uec, rccc",
    "uec, nscc-rccc",
    "srd, srd",
    "falcon, falcon-swift",
    "iwarp, cubic"
  })
  void shouldReadFromManyAtOnce(String transport, String control) {
    Lab lab = Lab.star(17, "100Gbps", "1us");
    reading(transport, lab).set(CongestionKnobs.ALGORITHM, control).incast(16, 1_000_000);
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.run().counts().finished()).isEqualTo(16);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(16_000_000);
    assertThat(outcome.flows()).allMatch(flow -> flow.slowdown() >= 1);
    double idealPs = 16 * 1_000_000 * 80 * 1.02;
    if (!transport.equals("iwarp")) {
      assertThat((double) outcome.run().completionTimePs()).isBetween(idealPs, 1.15 * idealPs);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uec", "srd", "falcon", "iwarp"})
  void shouldStartWhereItIsPosted(String transport) {
    Lab lab = pair(transport).flow(0, 1, 10_000, 0);
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
}
