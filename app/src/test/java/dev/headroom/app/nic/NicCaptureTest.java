package dev.headroom.app.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.NicObserver;
import dev.headroom.sim.measure.PauseEvent;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.explain.CaptureAnalyzer;
import dev.headroom.wire.explain.CaptureReport;
import dev.headroom.wire.explain.CaptureReport.Way;
import dev.headroom.wire.explain.MessageKind;
import dev.headroom.wire.packet.Ethernet;
import dev.headroom.wire.packet.PauseFrame;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NicCaptureTest {
  /** Lossy: the switch drops, receivers refuse, senders go back; and it marks. */
  private static final String LOSSY =
      """
      fabric:
        topology: single
        hosts: 5
        links: {rate: 100Gbps, delay: 1us}
        switches: {buffer: 512KiB}
      pfc: {enabled: false}
      workload:
        type: poisson
        load: 0.9
        sizes: 300KB
        duration: 60us
      congestion: {kmin: 20KB, kmax: 80KB, pmax: 0.2}
      """;

  @TempDir private Path folder;

  /** What captures of all hosts show is what the simulator counts: over fifty seeds. */
  @ParameterizedTest
  @ValueSource(strings = {"write", "send", "read"})
  void shouldShowExactlyWhatTheSimulatorCounts(String operation) throws IOException {
    long[] seen = new long[4];
    for (int seed = 1; seed <= (operation.equals("write") ? 50 : 10); seed++) {
      Scenario scenario = scenario("transport.operation=" + operation, "run.seed=" + seed);
      RunResult result;
      try (NicCaptures captures = NicCaptures.open(folder, scenario, hosts(scenario))) {
        result = run(scenario, captures.observers());
        captures.keep();
      }
      RunTotals counts = result.counts();
      if (seed == 1) {
        assertThat(result.digest()).isEqualTo(run(scenario, Map.of()).digest());
      }
      long readsAsked = 0;
      long[] found = new long[4];
      for (int host = 0; host < 5; host++) {
        CaptureReport explanation = explain("host-" + host);
        assertThat(explanation.packets().icrc().bad()).isZero();
        String own = "10.0.0." + (host + 1);
        readsAsked +=
            sum(
                explanation,
                way ->
                    way.ends().from().equals(own)
                        ? way.operations().messages().getOrDefault(MessageKind.READ, 0L)
                        : 0);
        found[0] +=
            sum(
                explanation,
                way -> way.ends().from().equals(own) ? way.delivery().retransmissions() : 0);
        found[1] += sum(explanation, way -> way.ends().to().equals(own) ? naks(way) : 0);
        found[2] +=
            sum(
                explanation,
                way -> way.ends().to().equals(own) ? way.congestion().cnps().count() : 0);
        found[3] +=
            sum(explanation, way -> way.ends().to().equals(own) ? way.congestion().ecn().ce() : 0);
      }
      assertThat(found[0])
          .as("data and READ requests sent again, seed " + seed)
          .isEqualTo(counts.retransmissions() + counts.readRequests() - readsAsked);
      assertThat(found[1]).as("NAKs, seed " + seed).isEqualTo(counts.naks());
      assertThat(found[2]).as("CNPs, seed " + seed).isEqualTo(counts.cnpPackets());
      assertThat(found[3]).as("marks, seed " + seed).isEqualTo(counts.marks());
      for (int i = 0; i < seen.length; i++) {
        seen[i] += found[i];
      }
    }
    if (operation.equals("read")) {
      seen[1] = 1; // READ requests are few and small: none is lost, so none is missed
    }
    assertThat(seen).as("retransmissions, NAKs, CNPs, marks").doesNotContain(0);
  }

  /**
   * Frames are as long as the simulator takes them to be, but for the FCS, which no capture has.
   */
  @ParameterizedTest
  @ValueSource(strings = {"write", "send", "read"})
  void shouldWriteFramesOfTheSimulatedLength(String operation) throws IOException {
    Scenario scenario = scenario("transport.operation=" + operation);
    List<Integer> simulated = new ArrayList<>();
    try (NicCaptures captures = NicCaptures.open(folder, scenario, List.of("host-2"))) {
      NicObserver writer = captures.observers().get(2);
      assertThat(writer).isNotNull();
      NicObserver both =
          packet -> {
            simulated.add(packet.frameBytes());
            writer.onPacket(packet);
          };
      run(scenario, Map.of(2, both));
      captures.keep();
    }
    List<Integer> written = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(folder.resolve("host-2.pcapng"))) {
      while (reader.next()) {
        written.add(Math.max(64, (int) reader.originalBytes() + 4));
      }
    }
    assertThat(written).hasSizeGreaterThan(100).isEqualTo(simulated);
  }

  @ParameterizedTest
  @ValueSource(strings = {"write", "send", "read"})
  void shouldWriteWhatTsharkReadsWithoutComplaint(String operation) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/tshark")), "tshark is not installed");
    Scenario scenario = scenario("transport.operation=" + operation, "transport.receiveQueue=1");
    try (NicCaptures captures = NicCaptures.open(folder, scenario, List.of("host-0"))) {
      run(scenario, captures.observers());
      captures.keep();
    }
    String file = folder.resolve("host-0.pcapng").toString();
    assertThat(tshark("-r", file, "-Y", "_ws.malformed || _ws.expert || !infiniband")).isEmpty();
    assertThat(tshark("-r", file, "-Y", "ip.checksum.status == 0", "-o", "ip.check_checksum:TRUE"))
        .isEmpty();
    assertThat(tshark("-r", file, "-Y", "infiniband").lines().count()).isGreaterThan(100);
  }

  /** What happens to a host happens to one that is captured, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{host: host-1, from: 10us, until: 60us, frozen: true}",
        "{host: host-1, from: 10us, until: 60us, drain: 10Gbps}"
      })
  void shouldChangeNothingOfARunInWhichHostsFail(String failure) throws IOException {
    Scenario scenario = scenario("fabric.failures=[" + failure + "]", "hosts.receiveBuffer=20KB");
    String digest = run(scenario, Map.of()).digest();
    assertThat(digest).isNotEqualTo(run(scenario(), Map.of()).digest());
    try (NicCaptures captures = NicCaptures.open(folder, scenario, hosts(scenario))) {
      assertThat(run(scenario, captures.observers()).digest()).isEqualTo(digest);
    }
  }

  /**
   * Four send to one through 2 MiB without marks; the receiver takes half of what comes, so that
   * the switch pauses the senders and the receiver the switch. The PAUSE frames of all captures are
   * the run's, one by one: who heard them, when, of which class, and whether they let go on.
   */
  @Test
  void shouldShowEveryPauseOnTheCable() throws IOException {
    Scenario scenario =
        scenario(
            "pfc.enabled=true",
            "fabric.switches.buffer=2MiB",
            "workload={type: incast, receiver: host-4, size: 1MB}",
            "congestion=none",
            "hosts.receiveBuffer=200KB",
            "hosts.drain=50Gbps");
    RunOptions options = new RunOptions(1, 1, true);
    RunResult result;
    try (NicCaptures captures = NicCaptures.open(folder, scenario, hosts(scenario))) {
      options = options.observed(captures.observers());
      result = Simulation.run(scenario, options, flow -> {}, ProgressListener.SILENT);
      captures.keep();
    }
    int hub =
        scenario.fabric().nodes().stream().filter(n -> !n.isHost()).findFirst().orElseThrow().id();
    List<String> heard = new ArrayList<>();
    for (int host = 0; host < 5; host++) {
      Path file = folder.resolve("host-" + host + ".pcapng");
      long before = 0;
      try (CaptureReader reader = CaptureReader.open(file)) {
        while (reader.next()) {
          assertThat(reader.timeNs()).as("in order").isGreaterThanOrEqualTo(before);
          before = reader.timeNs();
          MemorySegment bytes = reader.bytes();
          if (Ethernet.ethertype(bytes, 0) != PauseFrame.ETHERTYPE) {
            continue;
          }
          assertThat(bytes.byteSize()).isEqualTo(PauseFrame.BYTES);
          long source = PauseFrame.source(bytes, PauseFrame.OPCODE_AT);
          boolean xoff = PauseFrame.quanta(bytes, PauseFrame.OPCODE_AT, 3) == 65535;
          assertThat(PauseFrame.classes(bytes, PauseFrame.OPCODE_AT)).isEqualTo(1 << 3);
          if (source == 0x0200_8000_0000L + hub) {
            heard.add(pause(scenario.fabric().hosts().get(host).id(), reader.timeNs(), xoff));
          } else {
            assertThat(source).isEqualTo(0x0200_0000_0004L);
            heard.add(pause(hub, reader.timeNs(), xoff));
          }
        }
      }
    }
    List<String> told = result.pauseEvents().stream().map(event -> seen(event, hub)).toList();
    assertThat(told).hasSizeGreaterThan(20);
    assertThat(told).anyMatch(line -> line.startsWith(hub + " "));
    assertThat(heard).containsExactlyInAnyOrderElementsOf(told);
    assertThat(explain("host-0").pauses().getFirst().xoffFrames())
        .isEqualTo(
            told.stream()
                .filter(line -> line.startsWith(scenario.fabric().hosts().get(0).id() + " "))
                .filter(line -> line.endsWith("pause"))
                .count());
  }

  /**
   * What the receiver sends is in its capture as it leaves: 8 + 64 B at 100 Gb/s and 1 us of cable
   * before the switch hears it.
   */
  private static String seen(PauseEvent event, int hub) {
    long cablePs = event.node() == hub ? 1_005_760 : 0;
    return pause(event.node(), (event.atPs() - cablePs) / 1_000, event.xoff());
  }

  private static String pause(int node, long atNs, boolean xoff) {
    return node + " hears at " + atNs + " ns: " + (xoff ? "pause" : "resume");
  }

  /** The same bytes for any number of threads. */
  @Test
  void shouldNotDependOnThreads() throws IOException {
    Scenario scenario = scenario();
    List<byte[]> files = new ArrayList<>();
    for (RunOptions options : List.of(new RunOptions(1, 1, false), new RunOptions(2, 4, false))) {
      try (NicCaptures captures = NicCaptures.open(folder, scenario, List.of("host-1"))) {
        Simulation.run(
            scenario, options.observed(captures.observers()), flow -> {}, ProgressListener.SILENT);
        captures.keep();
      }
      files.add(Files.readAllBytes(folder.resolve("host-1.pcapng")));
    }
    assertThat(files.get(1)).isEqualTo(files.get(0));
  }

  @Test
  void shouldSayWhatItCannotWrite() throws IOException {
    assertThatThrownBy(() -> NicCaptures.open(folder, scenario(), List.of("host-9")))
        .isInstanceOf(UnrunnableScenarioException.class)
        .hasMessage("--pcap host-9: there is no such host; the 5 hosts are host-0 to host-4");
    assertThatThrownBy(() -> NicCaptures.open(folder, scenario("transport=uec"), List.of("host-0")))
        .hasMessage(
            "--pcap writes RoCEv2, but transport.type is uec; use rocev2, or run without --pcap");
    assertThatThrownBy(() ->
            NicCaptures.open(folder, scenario("congestion.algorithm=hpcc"), List.of("host-0")))
        .hasMessageContaining("no room for the telemetry of congestion.algorithm");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void shouldCountMessagesAsAResponderDoes() {
    MsnCounter count = new MsnCounter();
    count.ended(3);
    count.ended(7);
    count.ended(7);
    assertThat(count.before(3)).isZero();
    assertThat(count.before(4)).isEqualTo(1);
    assertThat(count.before(4)).isEqualTo(1);
    count.ended(0xffffff);
    assertThat(count.before(8)).isEqualTo(2);
  }

  private static RunResult run(Scenario scenario, Map<Integer, NicObserver> observers) {
    RunOptions options = new RunOptions(1, 1, false).observed(observers);
    return Simulation.run(scenario, options, flow -> {}, ProgressListener.SILENT);
  }

  private static Scenario scenario(String... sets) {
    return switch (ScenarioReader.read(LOSSY, "lossy", List.of(sets))) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
    };
  }

  private static List<String> hosts(Scenario scenario) {
    return scenario.fabric().hosts().stream().map(Node::name).toList();
  }

  private CaptureReport explain(String host) throws IOException {
    try (CaptureReader reader = CaptureReader.open(folder.resolve(host + ".pcapng"))) {
      return CaptureAnalyzer.explain(reader, frames -> true);
    }
  }

  private static long naks(Way way) {
    return way.answers().naks().values().stream().mapToLong(n -> n).sum();
  }

  private static long sum(CaptureReport explanation, ToLongFunction<Way> what) {
    return explanation.traffic().connections().stream()
        .flatMap(connection -> connection.directions().stream())
        .mapToLong(what)
        .sum();
  }

  private static String tshark(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tshark", "-n"));
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }
}
