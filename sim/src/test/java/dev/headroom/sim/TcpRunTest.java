package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP and iWARP in a run. Their ends alone: {@code TcpConnectionTest}. */
final class TcpRunTest {
  private static Lab tcp(Lab lab) {
    return lab.set(Presets.named("tcp").orElseThrow().settings());
  }

  private static Lab of(String transport, Lab lab) {
    return lab.set(Presets.named(transport).orElseThrow().settings());
  }

  /** Open beforehand and with a window for all of it, TCP is as fast as what it is measured by. */
  @ParameterizedTest(name = "{0}, {1} bytes over {2}")
  @CsvSource({
    "tcp, 0, cut-through",
    "tcp, 1, cut-through",
    "tcp, 8948, store-and-forward",
    "tcp, 8949, cut-through",
    "tcp, 1000000, cut-through",
    "tcp, 1000000, store-and-forward",
    "iwarp, 0, cut-through",
    "iwarp, 1000000, cut-through",
    "iwarp, 1000001, store-and-forward"
  })
  void shouldTakeTheTimeOfTheClosedFormAlone(String transport, long bytes, String forwarding) {
    Lab lab =
        of(transport, Lab.chain(List.of("100Gbps", "400Gbps", "100Gbps"), "1us"))
            .set(SwitchKnobs.FORWARDING, forwarding)
            .set(CpuKnobs.STACK, "free")
            .set(TcpKnobs.HANDSHAKE, "false")
            .set(Knobs.named("transport.tcp.initialWindow", ValueType.WHOLE), "1000")
            .flow(0, 1, bytes, 0);
    FlowResult flow = lab.run().flow(0);
    assertThat(flow.completedPs() - flow.startPs()).isEqualTo(flow.idealFctPs());
  }

  /**
   * A SYN and its answer, 78 B with 8 of preamble each on two links of 100 Gb/s and 1 us; then the
   * third packet, 70 B with 20 around, goes before the data.
   */
  @Test
  void shouldOpenAConnectionFirst() {
    Lab lab = tcp(Lab.star(2, "100Gbps", "1us")).flow(0, 1, 1_000, 0);
    FlowResult flow =
        lab.set(SwitchKnobs.SWITCH_LATENCY, "0ns").set(CpuKnobs.STACK, "free").run().flow(0);
    long syn = 2 * 1_000_000 + 86 * 80; // a byte takes 80 ps, and switches cut through
    assertThat(flow.completedPs() - flow.startPs() - flow.idealFctPs())
        .isEqualTo(2 * syn + 90 * 80);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "tcp, reno",
    "tcp, cubic",
    "tcp, bbr",
    "tcp, dctcp",
    "tcp, none",
    "iwarp, cubic",
    "iwarp, dctcp"
  })
  void shouldGetAllThroughAnIncast(String transport, String control) {
    Lab lab = of(transport, Lab.star(25, "100Gbps", "1us"));
    lab.incast(24, 1_000_000);
    Lab.Outcome outcome =
        lab.set(CongestionKnobs.ALGORITHM, control)
            .set(CongestionKnobs.ECN, "" + control.equals("dctcp"))
            .set(SwitchKnobs.SWITCH_BUFFER, "4MiB")
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(24);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(24_000_000);
    if (!control.equals("bbr")) {
      assertThat(outcome.run().counts().retransmissions() > 0).isEqualTo(outcome.drops() > 0);
    }
    assertThat(outcome.flows()).allMatch(flow -> flow.slowdown() >= 1);
  }

  /** Bit errors take data, ACKs and handshakes alike. */
  @ParameterizedTest(name = "{0}, {1}, loss {2}")
  @CsvSource({
    "tcp, reno, 0.01",
    "tcp, cubic, 0.01",
    "tcp, bbr, 0.01",
    "tcp, bbr, 0.1",
    "tcp, cubic, 0.1",
    "tcp, none, 0.1",
    "iwarp, cubic, 0.05"
  })
  void shouldSurviveBitErrors(String transport, String control, double loss) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", loss).lossyLink(b, hub, "100Gbps", "1us", loss);
    Lab.Outcome outcome =
        of(transport, lab)
            .set(CongestionKnobs.ALGORITHM, control)
            .flow(0, 1, 300_000, 0)
            .flow(1, 0, 300_000, 0)
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(2);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(600_000);
    assertThat(outcome.drops()).isPositive();
  }

  @Test
  void shouldFinishFlowsThatShareAConnectionInOrder() {
    Lab.Outcome outcome =
        tcp(Lab.star(3, "100Gbps", "1us"))
            .onOneQueuePair()
            .flow(1, 0, 100_000, 0)
            .flow(1, 0, 0, 0)
            .flow(1, 0, 50_000, 0)
            .run();
    assertThat(outcome.flow(0).completedPs()).isLessThanOrEqualTo(outcome.flow(1).completedPs());
    assertThat(outcome.flow(1).completedPs()).isLessThanOrEqualTo(outcome.flow(2).completedPs());
  }

  /** Packets that go all ways come in disorder: RACK learns to wait, and all of them wait. */
  @ParameterizedTest
  @ValueSource(strings = {"spray", "adaptive"})
  void shouldTakeReorderingForWhatItIs(String routing) {
    Lab lab =
        tcp(Lab.shape("leaf-spine", "fabric.leaves=2", "fabric.spines=4", "fabric.hostsPerLeaf=4"))
            .set(RoutingKnobs.ROUTING, routing)
            .set(TransportKnobs.MTU, "1500");
    for (int host = 0; host < 4; host++) {
      lab.flow(host, host + 4, 2_000_000, 0);
    }
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.run().counts().finished()).isEqualTo(4);
    assertThat(outcome.run().counts().streams().timeouts()).isZero();
    assertThat(outcome.run().counts().retransmissions())
        .isLessThan(outcome.run().counts().dataPackets() / 20);
  }
}
