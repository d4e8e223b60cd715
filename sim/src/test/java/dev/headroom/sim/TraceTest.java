package dev.headroom.sim;

import static dev.headroom.sim.measure.TraceQuantity.ABSENT;
import static dev.headroom.sim.measure.TraceQuantity.CNPS;
import static dev.headroom.sim.measure.TraceQuantity.DELIVERED_BYTES;
import static dev.headroom.sim.measure.TraceQuantity.IN_FLIGHT_BYTES;
import static dev.headroom.sim.measure.TraceQuantity.RATE_BPS;
import static dev.headroom.sim.measure.TraceQuantity.RETRANSMISSIONS;
import static dev.headroom.sim.measure.TraceQuantity.RTT_PS;
import static dev.headroom.sim.measure.TraceQuantity.WINDOW_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.TraceQuantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single flows over time. That a trace changes nothing: {@code DigestTest}. */
final class TraceTest {
  /** What a flow always has, unless nothing is ever heard of it. */
  private static final Set<TraceQuantity> COMMON =
      EnumSet.of(RATE_BPS, IN_FLIGHT_BYTES, DELIVERED_BYTES, RETRANSMISSIONS);

  private static Lab incast(String preset, int senders) {
    return Lab.star(senders + 1, "100Gbps", "1us")
        .set(Presets.named(preset).map(Presets.Preset::settings).orElse(Settings.DEFAULTS))
        .incast(senders, 1_000_000)
        .set(RunKnobs.TRACED, "0-" + (senders - 1));
  }

  private static Set<TraceQuantity> quantities(FlowTrace trace) {
    return Arrays.stream(TraceQuantity.values()).filter(trace::has).collect(Collectors.toSet());
  }

  /** What a transport does not measure, and a control does not watch, is absent and not 0. */
  @ParameterizedTest(name = "{0}, {1}, {2}")
  @CsvSource({
    "rocev2, dcqcn, write, CNPS",
    "rocev2, dcqcn, read, CNPS",
    "rocev2, none, write, ''",
    "rocev2, hpcc, write, WINDOW_BYTES RTT_PS",
    "rocev2, swift, write, WINDOW_BYTES RTT_PS",
    "rocev2, timely, write, RTT_PS",
    "rocev2, rtt-probe, write, RTT_PS CNPS",
    "rocev2, dctcp, write, WINDOW_BYTES MARKED_BYTES",
    "infiniband, none, write, ''",
    "uec, nscc, write, WINDOW_BYTES RTT_PS MARKED_BYTES",
    "srd, srd, write, WINDOW_BYTES RTT_PS",
    "falcon, falcon-swift, write, WINDOW_BYTES RTT_PS",
    "tcp, cubic, write, WINDOW_BYTES RTT_PS MARKED_BYTES",
    "tcp, dctcp, write, WINDOW_BYTES RTT_PS MARKED_BYTES",
    "iwarp, bbr, write, WINDOW_BYTES RTT_PS",
  })
  void shouldHoldWhatThereIs(String transport, String control, String operation, String more) {
    Lab lab =
        incast(transport, 4)
            .set(CongestionKnobs.ALGORITHM, control)
            .set(TransportKnobs.OPERATION, operation);
    Set<TraceQuantity> expected = EnumSet.copyOf(COMMON);
    Arrays.stream(more.split(" "))
        .filter(word -> !word.isEmpty())
        .map(TraceQuantity::valueOf)
        .forEach(expected::add);
    Lab.Outcome outcome = lab.run();
    for (FlowTrace trace : outcome.run().traces().flows()) {
      assertThat(quantities(trace)).isEqualTo(expected);
      shouldAddUp(trace, outcome.run().traces(), outcome.flow(trace.flow()));
      assertThat(!more.contains("CNPS") || outcome.flow(trace.flow()).cnps() > 0).isTrue();
      assertThat(trace.at(IN_FLIGHT_BYTES, lastOf(trace, outcome.run().traces()))).isZero();
    }
  }

  /**
   * From the first time after its start to the first after its completion, and then all is told.
   */
  private static void shouldAddUp(FlowTrace trace, FlowTraces traces, FlowResult flow) {
    for (int i = 0; i < traces.count(); i++) {
      boolean there =
          traces.timePs(i) > flow.startPs()
              && traces.timePs(i) - traces.stepPs() <= flow.completedPs();
      assertThat(trace.isThere(i)).as("at %d ps", traces.timePs(i)).isEqualTo(there);
      if (there) {
        assertThat(trace.at(RATE_BPS, i)).isBetween(ABSENT, 100_000_000_000L);
        for (TraceQuantity counted : List.of(DELIVERED_BYTES, RETRANSMISSIONS, CNPS)) {
          assertThat(trace.grown(counted, i)).isGreaterThanOrEqualTo(ABSENT);
        }
      }
    }
    int last = lastOf(trace, traces);
    assertThat(trace.at(DELIVERED_BYTES, last)).isEqualTo(flow.bytes());
    assertThat(trace.at(RETRANSMISSIONS, last)).isEqualTo(flow.retransmissions());
    if (trace.has(CNPS)) {
      assertThat(trace.at(CNPS, last)).isEqualTo(flow.cnps());
    }
  }

  private static int lastOf(FlowTrace trace, FlowTraces traces) {
    int last = traces.count() - 1;
    while (!trace.isThere(last)) {
      last--;
    }
    return last;
  }

  /** Mode UUD of Ultra Ethernet: nothing is ever heard of what was sent. */
  @Test
  void shouldKnowLittleOfWhatNobodyAcknowledges() {
    Lab.Outcome outcome =
        incast("uec", 2).set(CongestionKnobs.ALGORITHM, "none").set(UetKnobs.DELIVERY, "uud").run();
    FlowTrace trace = outcome.run().traces().flows().getFirst();
    assertThat(trace.has(IN_FLIGHT_BYTES)).isFalse();
    assertThat(trace.has(RTT_PS)).isFalse();
  }

  /** A packet and its answer, over two links of 1 us each way, and no queue. */
  @Test
  void shouldTellTheRoundTripOfAnIdlePath() {
    Lab lab = incast("rocev2", 1).set(CongestionKnobs.ALGORITHM, "timely");
    Lab.Outcome outcome = lab.set(TransportKnobs.MESSAGE_SIZE, "4KiB").run();
    FlowTrace trace = outcome.run().traces().flows().getFirst();
    double least = Double.MAX_VALUE;
    for (int i = 0; i < outcome.run().traces().count(); i++) {
      least = trace.at(RTT_PS, i) > 0 ? Math.min(least, trace.at(RTT_PS, i)) : least;
    }
    // 4 us on wires, the switch twice, and the packet: nothing but its ACK goes back.
    assertThat(least / Lab.US).isBetween(4.0, 6.0);
  }

  /**
   * Zhu et al., SIGCOMM 2015, equation 1: R (1 - alpha/2), with alpha 1 and one or two of its
   * timers of 1/256 at most: the first CNP halves the rate.
   */
  @ParameterizedTest
  @ValueSource(strings = {"vendor", "paper"})
  void shouldSeeTheFirstCnpHalveTheRate(String form) {
    Lab.Outcome outcome =
        incast("rocev2", 2)
            .set(Knobs.get("congestion.form"), form)
            .set(RunKnobs.TRACE_STEP, "20ns")
            .run();
    FlowTrace trace = outcome.run().traces().flows().getFirst();
    int first = 0;
    while (trace.at(CNPS, first) < 1) {
      first++;
    }
    assertThat(trace.at(RATE_BPS, first - 1)).isEqualTo(100_000_000_000L);
    int asked = first; // at its next packet; the vendor's form may wait 4 us
    while (trace.at(RATE_BPS, asked) == 100_000_000_000L) {
      asked++;
    }
    assertThat(trace.at(RATE_BPS, asked)).isBetween(50_000_000_000L, 51_000_000_000L);
    assertThat(outcome.run().traces().timePs(asked) - outcome.run().traces().timePs(first))
        .isLessThan(5 * Lab.US);
  }

  /** A rise and fall of a window: from after a cut to before the next one. */
  private record Tooth(long low, long high, long fromPs, long toPs) {}

  /** Where a window falls to less than this share of itself, a tooth ends. */
  private static List<Tooth> teeth(FlowTrace trace, FlowTraces traces, double falls, long fromPs) {
    List<Tooth> teeth = new ArrayList<>();
    int start = -1;
    for (int i = 1; i < traces.count() && trace.at(WINDOW_BYTES, i) != ABSENT; i++) {
      long before = trace.at(WINDOW_BYTES, i - 1);
      if (trace.at(WINDOW_BYTES, i) < falls * before && traces.timePs(i) > fromPs) {
        if (start >= 0) {
          teeth.add(
              new Tooth(
                  trace.at(WINDOW_BYTES, start), before, traces.timePs(start), traces.timePs(i)));
        }
        start = i;
      }
    }
    return teeth;
  }

  private static double mean(List<Tooth> teeth, ToDoubleFunction<Tooth> of) {
    return teeth.stream().mapToDouble(of).average().orElseThrow();
  }

  private static Lab alone(String control) {
    return Lab.chain(List.of("100Gbps", "10Gbps"), "20us")
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(CongestionKnobs.ALGORITHM, control)
        .set(TransportKnobs.MTU, "1500")
        .set(CpuKnobs.STACK, "free")
        .set(TcpKnobs.ACK_EVERY, "1")
        .set(TcpKnobs.RECEIVE_WINDOW, "64MiB")
        .set(SwitchKnobs.SWITCH_LATENCY, "0ns")
        .set(PfcKnobs.PFC, "false")
        .set(RunKnobs.TRACED, "0")
        .set(RunKnobs.TRACE_STEP, "5us");
  }

  /**
   * RFC 5681, section 3.1: a window falls to half, and grows a segment a round trip, so that a
   * tooth takes W/2 of them (Mathis et al., CCR 1997, section 2). As the queue grows with the
   * window a round trip is what the trace says it is.
   */
  @Test
  void shouldSeeRenosSawtooth() {
    Lab lab = alone("reno").set(SwitchKnobs.QUEUE_LIMIT, "150KB").flow(0, 1, 200_000_000, 0);
    Lab.Outcome outcome = lab.run();
    FlowTraces traces = outcome.run().traces();
    FlowTrace trace = traces.flows().getFirst();
    List<Tooth> teeth = teeth(trace, traces, 0.7, 10 * Lab.MS);
    assertThat(teeth).hasSizeGreaterThan(5);
    double segment = 1448;
    assertThat(mean(teeth, tooth -> (double) tooth.low / tooth.high)).isCloseTo(0.5, within(0.03));
    double rounds = mean(teeth, tooth -> rounds(trace, traces, tooth));
    double half = mean(teeth, tooth -> tooth.high / 2.0 / segment);
    assertThat(rounds).isCloseTo(half, within(0.06 * half));
  }

  /** Round trips that a tooth took: time over the RTT, as that was at each time. */
  private static double rounds(FlowTrace trace, FlowTraces traces, Tooth tooth) {
    double rounds = 0;
    for (int i = 0; i < traces.count(); i++) {
      if (traces.timePs(i) > tooth.fromPs && traces.timePs(i) <= tooth.toPs) {
        rounds += (double) traces.stepPs() / trace.at(RTT_PS, i);
      }
    }
    return rounds;
  }

  /**
   * Alizadeh et al., SIGCOMM 2010, section 3.3, with one flow: W* = C RTT + K packets, alpha =
   * sqrt(2/W*), a tooth of D = (W* + 1) alpha/2 packets, and as many round trips.
   */
  @Test
  void shouldSeeDctcpsSawtooth() {
    int k = 65;
    Lab lab =
        alone("dctcp")
            .set(CongestionKnobs.KMIN, 1_500 * k + "B")
            .set(CongestionKnobs.KMAX, 1_500 * k + "B")
            .set(CongestionKnobs.PMAX, "1")
            .set(CongestionKnobs.ECN, "true")
            .set(CongestionKnobs.MARKING, "enqueue")
            .set(Knobs.named("congestion.dctcp.g", ValueType.NUMBER), "0.01")
            .flow(0, 1, 100_000_000, 0);
    Lab.Outcome outcome = lab.run();
    FlowTraces traces = outcome.run().traces();
    FlowTrace trace = traces.flows().getFirst();
    List<Tooth> teeth = teeth(trace, traces, 0.975, 10 * Lab.MS);
    assertThat(teeth).hasSizeGreaterThan(5);
    double pipe = 10e9 * 82.5e-6 / 8 / 1500; // 4 links of 20 us, packet and ACK
    double full = pipe + k;
    double swing = (full + 1) * Math.sqrt(2 / full) / 2;
    assertThat(mean(teeth, tooth -> (tooth.high - tooth.low) / 1448.0))
        .isCloseTo(swing, within(0.2 * swing));
    assertThat(mean(teeth, tooth -> rounds(trace, traces, tooth)))
        .isCloseTo(swing, within(0.2 * swing));
    assertThat(mean(teeth, tooth -> tooth.high / 1448.0)).isCloseTo(full, within(0.1 * full));
  }

  /** Li et al., SIGCOMM 2019: rates of all flows together come to eta, 0.95 of the link. */
  @Test
  void shouldSeeHpccsRatesComeToEta() {
    int senders = 4;
    Lab lab =
        Lab.star(senders + 1, "100Gbps", "1us")
            .set(CongestionKnobs.ALGORITHM, "hpcc")
            .incast(senders, 10_000_000)
            .set(RunKnobs.TRACED, "0-3");
    FlowTraces traces = lab.run().run().traces();
    double sum = 0;
    int times = 0;
    for (int i = 0; i < traces.count(); i++) {
      if (traces.timePs(i) > Lab.MS && traces.timePs(i) < 2 * Lab.MS) {
        for (FlowTrace flow : traces.flows()) {
          sum += flow.at(RATE_BPS, i);
        }
        times++;
      }
    }
    assertThat(sum / times / 100e9).isCloseTo(0.95, within(0.03));
  }

  /** Its step doubles whenever it is full, as that of probes does. */
  @Test
  void shouldKeepABoundedNumberOfTimes() {
    Lab.Outcome outcome = incast("rocev2", 2).set(RunKnobs.TRACE_STEP, "1ns").run();
    FlowTraces traces = outcome.run().traces();
    assertThat(traces.count()).isBetween(2_048, 4_096);
    assertThat(Long.bitCount(traces.stepPs() / 1_000)).isEqualTo(1);
    assertThat(traces.timePs(traces.count() - 1))
        .isCloseTo(outcome.run().completionTimePs(), within(Lab.US + traces.stepPs()));
    traces.flows().forEach(flow -> shouldAddUp(flow, traces, outcome.flow(flow.flow())));
  }

  /** Flows of one queue pair share what is its, and have each what is their own. */
  @Test
  void shouldTellFlowsOfOneQueuePairApart() {
    Lab lab =
        Lab.star(2, "100Gbps", "1us")
            .onOneQueuePair()
            .flow(0, 1, 200_000, 0)
            .flow(0, 1, 300_000, 0)
            .set(RunKnobs.TRACED, "0-1");
    Lab.Outcome outcome = lab.run();
    FlowTraces traces = outcome.run().traces();
    traces.flows().forEach(flow -> shouldAddUp(flow, traces, outcome.flow(flow.flow())));
    int early = 20;
    assertThat(traces.flows().get(0).at(IN_FLIGHT_BYTES, early))
        .isEqualTo(traces.flows().get(1).at(IN_FLIGHT_BYTES, early))
        .isPositive();
    assertThat(traces.flows().get(1).at(DELIVERED_BYTES, early)).isZero();
  }

  @Test
  void shouldFollowTheOneThatTurnsOutSlowest() {
    Lab lab = incast("rocev2", 8);
    Lab.Outcome plain = lab.run();
    Lab.Outcome outcome = lab.set(RunKnobs.TRACED, "slowest").run();
    assertThat(outcome.run().digest()).isEqualTo(plain.run().digest());
    assertThat(outcome.flows()).isEqualTo(plain.flows());
    int slowest =
        plain.flows().stream()
            .max(Comparator.comparingDouble(FlowResult::slowdown))
            .orElseThrow()
            .flow();
    assertThat(outcome.run().traces().flows()).extracting(FlowTrace::flow).containsExactly(slowest);
  }

  @Test
  void shouldTakeAnUnfinishedFlowForSlower() {
    Lab lab =
        incast("rocev2", 3)
            .set(RunKnobs.TRACED, "0,slowest")
            .set(RunKnobs.STOP, "1ms")
            .flow(3, 0, 50_000_000, 0);
    assertThat(lab.run().run().traces().flows()).extracting(FlowTrace::flow).contains(3);
  }

  @Test
  void shouldRefuseAFlowThatThereIsNot() {
    Lab lab = incast("rocev2", 2).set(RunKnobs.TRACED, "0,7");
    assertThatThrownBy(lab::run)
        .isInstanceOf(UnrunnableScenarioException.class)
        .hasMessage("run.trace.flows names flow 7, but the scenario has 2 flows, numbered from 0");
  }
}
