package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.VoqCounts;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that travel in cells between leaves: {@code routing.algorithm: cells}. */
final class CellFabricTest {
  private static final ResultTable CELLS =
      ResultTable.of("cells", CellFabricTest.class, "what", "against", "here");

  private static final long DELAY_PS = 500_000;
  private static final long LATENCY_PS = 300_000;

  /** 100 Gb/s. */
  private static final long PS_PER_BYTE = 80;

  private static final int PREAMBLE = 8;
  private static final int HEADERS = 62;
  private static final int RETH = 16;
  private static final int ACK_FRAME = 66;

  /** What came of a run. */
  private record Outcome(Scenario scenario, RunResult run, List<FlowResult> flows) {
    int node(String name) {
      return scenario.fabric().nodes().stream()
          .filter(node -> node.name().equals(name))
          .findFirst()
          .orElseThrow()
          .id();
    }

    /** Ports of the switches of a tier that lead to nodes of another. */
    Stream<PortResult> ports(int tier, int towards) {
      var nodes = scenario.fabric().nodes();
      return run.ports().stream()
          .filter(port -> nodes.get(port.node()).tier() == tier)
          .filter(port -> nodes.get(port.peer()).tier() == towards);
    }

    long peak(int tier, int towards) {
      return ports(tier, towards)
          .flatMapToLong(port -> Arrays.stream(port.peakQueueBytes()))
          .max()
          .orElseThrow();
    }

    double lastMicros() {
      return flows.stream().mapToLong(FlowResult::completedPs).max().orElseThrow() / 1e6;
    }
  }

  /** Five uplinks for four hosts are enough: cells have headers. */
  private static Outcome run(int spines, String rest, String... sets) {
    return run(fabric(spines) + rest, sets);
  }

  private static String fabric(int spines) {
    return """
    fabric:
      topology: leaf-spine
      leaves: 4
      hostsPerLeaf: 4
      spines: %d
      links: {rate: 100Gbps, delay: 500ns}
      switches: {latency: 300ns}
    routing: {algorithm: cells}
    """
        .formatted(spines);
  }

  private static Outcome run(String text, String... sets) {
    Scenario scenario = scenario(text, sets);
    List<FlowResult> flows = new ArrayList<>();
    RunResult result =
        Simulation.run(scenario, RunOptions.DEFAULT, flows::add, ProgressListener.SILENT);
    flows.sort(Comparator.comparingInt(FlowResult::flow));
    return new Outcome(scenario, result, flows);
  }

  private static Scenario scenario(String text, String... sets) {
    return switch (ScenarioReader.read(text, "cells", List.of(sets))) {
      case ScenarioReader.Good(Scenario good) -> good;
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.toString());
    };
  }

  /**
   * One packet: two ways through the fabric to ask for credit and to be granted it, then as many
   * cells in a row as fall to one uplink, and the same for its ACK.
   */
  @ParameterizedTest(name = "{0} B over {1} spines")
  @CsvSource({"1, 1", "100, 1", "4096, 1", "4096, 3", "4096, 5", "1000, 4", "4096, 18", "0, 2"})
  void shouldTakeOnePacketAsLongAsArithmeticSays(int bytes, int spines) {
    FlowResult flow =
        run(
                spines,
                "workload: {type: flows, flows: [{from: host-0, to: host-4, size: %dB}]}"
                    .formatted(bytes))
            .flows()
            .getFirst();
    int frame = Math.max(64, (bytes + 3) / 4 * 4 + HEADERS + RETH);
    long there = onPaper(frame, spines);
    assertThat(flow.deliveredPs() - flow.startPs()).isEqualTo(there);
    assertThat(flow.completedPs() - flow.startPs()).isEqualTo(there + onPaper(ACK_FRAME, spines));
    assertThat(flow.slowdown()).isGreaterThan(1);
  }

  private static long onPaper(int frame, int spines) {
    int cells = (frame + 239) / 240;
    int last = cells == 1 ? 1 : (cells + spines - 1) / spines;
    long hop = LATENCY_PS + DELAY_PS;
    long credit = 4 * hop;
    long inCells = (last - 1) * 256L * PS_PER_BYTE + 2 * hop;
    return DELAY_PS + credit + inCells + hop + (PREAMBLE + frame) * PS_PER_BYTE;
  }

  /** Twelve send to one: what is too much waits where it came in, and nowhere else. */
  @Test
  void shouldKeepAnIncastOutOfTheFabric() {
    Outcome incast = run(5, "workload: {type: incast, fanIn: 12, size: 2MB}");
    assertThat(incast.flows()).allMatch(FlowResult::finished);
    assertThat(incast.run().counts().retransmissions()).isZero();
    assertThat(incast.run().counts().pauses()).isZero();
    double atLineRateMicros = 12 * 2e6 * 8 / 100e9 * 1e6 * (4096 + 82) / 4096;
    assertThat(incast.lastMicros() / atLineRateMicros).isBetween(1.0, 1.02);
    CELLS.row(
        "incast of 12, 2 MB each: last flow, us",
        "the receiver's link: %s".formatted(Cells.number(atLineRateMicros, 0)),
        Cells.number(incast.lastMicros(), 0));
    CELLS.row("the same: deepest queue of an uplink, B", "", Cells.count(incast.peak(1, 2)));
    CELLS.row("the same: deepest queue to the host, B", "", Cells.count(incast.peak(1, 0)));
    assertThat(incast.peak(1, 2)).as("uplinks").isLessThan(5_000);
    assertThat(incast.peak(2, 1)).as("downlinks").isLessThan(5_000);
    // Not more than may be queued where credit is granted, and a credit, and what is on its way.
    assertThat(incast.peak(1, 0)).as("to the host").isLessThan(48 << 10);
    VoqCounts deepest = incast.run().creditWaits().getFirst();
    assertThat(deepest.host()).isEqualTo(incast.node("host-0"));
    assertThat(deepest.peakBytes()).isGreaterThan(500_000);
  }

  /** The same when whole packets choose: the queue is at the last hop, and its pauses spread. */
  @Test
  void shouldLeaveBystandersAloneWherePausesWouldNot() {
    String traffic =
        """
        congestion: none
        pfc: {xoff: 100KB}
        workload:
          - {type: incast, fanIn: 12, size: 2MB}
          - {type: flows, flows: [{from: host-15, to: host-1, size: 1MB}]}
        """;
    double aloneMicros =
        run(5, "workload: {type: flows, flows: [{from: host-15, to: host-1, size: 1MB}]}")
            .lastMicros();
    Outcome cells = run(5, traffic);
    Outcome packets = run(5, traffic, "routing.algorithm=ecmp");
    double inCells = bystander(cells);
    double inPackets = bystander(packets);
    CELLS.row(
        "1 MB beside an incast: its time, us",
        "alone: %s; ECMP with pauses: %s"
            .formatted(Cells.number(aloneMicros, 0), Cells.number(inPackets, 0)),
        Cells.number(inCells, 0));
    assertThat(inCells).isLessThan(1.05 * aloneMicros);
    assertThat(inPackets).isGreaterThan(2 * inCells);
    assertThat(cells.run().pauseSpans())
        .as("pauses are said only to hosts")
        .allMatch(span -> isHost(cells, span));
    assertThat(packets.run().pauseSpans()).anyMatch(span -> !isHost(packets, span));
  }

  private static double bystander(Outcome outcome) {
    return (outcome.flows().getLast().completedPs() - outcome.flows().getLast().startPs()) / 1e6;
  }

  private static boolean isHost(Outcome outcome, PauseSpan span) {
    return outcome.scenario().fabric().nodes().get(span.node()).isHost();
  }

  /** All at once to one other each: as fast as their wires, in order, so go-back-N is content. */
  @ParameterizedTest(name = "voq={0}, {1}")
  @CsvSource({"true, round-robin", "true, queue", "false, round-robin", "false, queue"})
  void shouldFillEveryWireWithoutReordering(boolean voq, String choice) {
    Outcome permutation =
        run(
            5,
            "workload: {type: permutation, size: 5MB}",
            "routing.voq=" + voq,
            "routing.cellChoice=" + choice,
            "congestion=none");
    assertThat(permutation.run().counts().retransmissions()).isZero();
    assertThat(permutation.flows()).allMatch(FlowResult::finished);
    assertThat(permutation.flows()).allMatch(flow -> flow.slowdown() >= 1);
    double atLineRateMicros = 5e6 * 8 / 100e9 * 1e6 * (4096 + 82) / 4096;
    assertThat(permutation.lastMicros())
        .isCloseTo(atLineRateMicros, within(0.08 * atLineRateMicros));
  }

  /**
   * Fewer uplinks than hosts: two leaves send to each other as fast as the uplinks carry cells, at
   * most an ACK's for each packet, and with credit at most a request and two grants for each, as it
   * is longer than one credit.
   */
  @ParameterizedTest(name = "{0} uplinks for four hosts, voq={1}")
  @CsvSource({"1, false", "2, false", "3, false", "4, false", "1, true", "2, true", "3, true"})
  void shouldCarryOverFewUplinksWhatTheirCellsLeave(int uplinks, boolean voq) {
    String flows =
        IntStream.range(0, 8)
            .mapToObj(
                host -> "{from: host-%d, to: host-%d, size: 4MB}".formatted(host, (host + 4) % 8))
            .collect(Collectors.joining(", "));
    Outcome both =
        run(
            uplinks,
            "workload: {type: flows, flows: [%s]}".formatted(flows),
            "routing.voq=" + voq,
            "congestion=none");
    double packets = 4 * 4e6 / 4096;
    double microsPerByte = PS_PER_BYTE / 1e6 / uplinks;
    int frame = 17 * 256 + 78 + 16; // 4,158 B in cells of 240
    int others = 66 + 16 + (voq ? 3 * 64 : 0);
    assertThat(both.flows()).allMatch(FlowResult::finished);
    assertThat(both.run().counts().retransmissions()).isZero();
    // Credit to ask for and be granted, the way there, and the same for the last ACK.
    double waysMicros = 2 * 7 * (LATENCY_PS + DELAY_PS) / 1e6;
    assertThat(both.lastMicros())
        .isBetween(
            packets * frame * microsPerByte,
            1.01 * packets * (frame + others) * microsPerByte + waysMicros);
  }

  /**
   * Endless, with as many uplinks as hosts and little buffer: the uplinks are full of cells, and
   * what asks for credit and grants it passes by the cells that wait for them.
   */
  @ParameterizedTest(name = "voq={0}")
  @ValueSource(booleans = {true, false})
  void shouldKeepUplinksFullForGoodWithLittleBuffer(boolean voq) {
    Outcome endless =
        run(
            4,
            "workload: {type: permutation, size: 1048576TiB, shift: 4}\nrun: {stop: 1ms}",
            "fabric.switches.buffer=2MB",
            "routing.voq=" + voq,
            "congestion=none");
    double ackedPackets = (double) endless.run().counts().dataPackets();
    double acks = endless.run().counts().ackPackets() / ackedPackets;
    int frame = 17 * 256 + 78 + 16; // 4,158 B in cells of 240
    // A request for each packet, and two grants, since it is longer than one credit.
    double wire = frame + acks * (66 + 16) + (voq ? 3 * 64 : 0);
    double gbps = endless.run().counts().payloadDelivered() * 8e3 / endless.run().endPs() / 16;
    assertThat(gbps).isBetween(0.985 * 4096 / wire * 100, 4096 / wire * 100);
  }

  /** What a flow takes alone is worked out without sending each packet, however long it is. */
  @Test
  void shouldSkipWhatRepeatsOfAFlowAloneInCells() {
    String flow = "workload: {type: flows, flows: [{from: host-0, to: host-4, size: %s}]}";
    long gibibyte = alonePs(flow.formatted("1GiB"));
    assertThat(alonePs(flow.formatted("2GiB")) - gibibyte)
        .isEqualTo(1024 * (256 * (4096 + HEADERS + PREAMBLE + 12) + RETH) * PS_PER_BYTE);
    assertThat(alonePs(flow.formatted("1048576TiB"))).isPositive();
  }

  private static long alonePs(String workload) {
    return TimeAlone.ofPs(scenario(fabric(5) + workload), 0);
  }

  /** Each cell that is lost takes its packet along, which is then sent again. */
  @Test
  void shouldSendAgainWhatCouldNotBePutTogether() {
    Outcome broken =
        run(
            5,
            """
            transport: {ackTimeout: 8}
            failure: {detection: 20us}
            workload: {type: permutation, size: 2MB}
            """
                .stripIndent(),
            "fabric.failures=[{link: \"leaf-0/spine-0\", down: 30us, up: 200us}]");
    assertThat(broken.flows()).allMatch(FlowResult::finished);
    assertThat(broken.run().counts().drops())
        .containsKeys(DropCause.LINK_DOWN, DropCause.REASSEMBLY);
    assertThat(broken.run().counts().retransmissions()).isPositive();
  }

  /**
   * Whole packets wait behind one of which a cell was lost, and hold all the credits of the link
   * that they came over: no cell can come and remind of them.
   */
  @Test
  void shouldGiveUpAPacketThatHoldsTheCreditsOfAllOthers() {
    Outcome lossy =
        run(
            """
            fabric:
              topology: graph
              nodes: [{host: a}, {host: b}, {switch: s}, {switch: t}, {switch: u}]
              links:
                - {a: a, b: s}
                - {a: s, b: t}
                - {a: t, b: u, bitErrors: 1e-6}
                - {a: u, b: b}
            credits: {enabled: true}
            routing: {algorithm: cells, voq: false}
            workload: {type: flows, flows: [{from: a, to: b, size: 2MB}]}
            """,
            "run.stop=1s");
    assertThat(lossy.flows()).allMatch(FlowResult::finished);
    long given = lossy.run().counts().drops().getOrDefault(DropCause.REASSEMBLY, 0L);
    assertThat(given).isPositive();
    // Each costs the time that the last leaf waits, 1 ms, and not an ACK timeout of 67 ms.
    assertThat(lossy.lastMicros()).isLessThan(2_000 * given);
  }

  @Test
  void shouldNotDependOnThreads() {
    Outcome one = run(5, "workload: {type: incast, fanIn: 12, size: 500KB}");
    RunResult many =
        Simulation.run(
            one.scenario(), new RunOptions(2, 5, false), flow -> {}, ProgressListener.SILENT);
    assertThat(many.digest()).isEqualTo(one.run().digest());
  }
}
