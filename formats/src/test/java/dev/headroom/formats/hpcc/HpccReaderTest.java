package dev.headroom.formats.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.formats.FormatException;
import dev.headroom.model.choice.HeadroomFormula;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.yaml.Problem;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HpccReaderTest {
  @TempDir private Path folder;

  @Test
  void keepsIdsPortsAndRates() throws IOException {
    HpccInput input = read(Inputs.CONFIG);

    assertThat(input.warnings()).isEmpty();
    assertThat(input.scenario().fabric().nodes())
        .extracting(node -> node.name() + " " + node.tier())
        .containsExactly("host-0 0", "host-1 0", "host-2 0", "switch-3 1");
    assertThat(input.scenario().fabric().links())
        .containsExactly(
            new Link(0, 3, Rate.ofGbps(100), Time.ofMicros(1), 0),
            new Link(1, 3, Rate.ofGbps(100), Time.ofMicros(1), 0.25),
            new Link(2, 3, Rate.ofGbps(200), Time.ofMicros(1), 0));
  }

  @Test
  void givesOutSourcePortsFrom10000AndCutsStartsToNanoseconds() throws IOException {
    FlowProgram flows = read(Inputs.CONFIG).scenario().flows();

    assertThat(flows.flows()).isEqualTo(2);
    assertThat(flows.fixedPorts(0)).isEqualTo(10000 << 16 | 100);
    assertThat(flows.fixedPorts(1)).isEqualTo(10001 << 16 | 200);
    // 2.000002612 as a double lies below what is written.
    assertThat(flows.startPs(1)).isEqualTo(2_000_002_611_000L);
    assertThat(flows.bytes(1)).isEqualTo(5);
  }

  @Test
  void takesPriorityGroupsAsClasses() throws IOException {
    String flows = Inputs.FLOWS.replace("1 0 3 200", "1 0 2 200");
    Scenario scenario =
        HpccReader.read(
                Inputs.write(folder, Inputs.CONFIG, Inputs.TOPOLOGY, flows),
                HpccReader.Options.DEFAULT)
            .scenario();

    assertThat(scenario.flows().overrides(0)).isEqualTo(FlowOverrides.NONE);
    assertThat(scenario.flows().overrides(1)).isEqualTo(FlowOverrides.NONE.in(2));
    assertThat(scenario.settings().get(TransportKnobs.TRAFFIC_CLASS)).isEqualTo(3);
    assertThat(scenario.settings().get(PfcKnobs.PFC_CLASSES)).containsExactly(2, 3);
    assertThat(scenario.settings().get(SwitchKnobs.SCHEDULING)).isEqualTo("strict:none packets");
    assertThat(read(Inputs.CONFIG).scenario().settings().isSet(SwitchKnobs.SCHEDULING)).isFalse();
  }

  @Test
  void takesEveryConstantOfTheConfig() throws IOException {
    Settings settings = read(Inputs.CONFIG).scenario().settings();

    assertThat(settings.get(CongestionKnobs.ALGORITHM)).hasToString("dcqcn");
    assertThat(settings.get(Knobs.named("congestion.g", ValueType.NUMBER))).isEqualTo(1.0 / 256);
    assertThat(settings.get(Knobs.named("congestion.rateAi", ValueType.RATE)))
        .isEqualTo(Rate.parse("20Mbps"));
    assertThat(settings.get(Knobs.named("congestion.minRate", ValueType.RATE)))
        .isEqualTo(Rate.ofGbps(1));
    assertThat(settings.find(CongestionKnobs.KMIN).orElseThrow().at(Rate.ofGbps(200)))
        .isEqualTo(new Size(800_000));
    assertThat(settings.get(CongestionKnobs.PMAX).at(Rate.ofGbps(200))).isEqualTo(0.1);
    assertThat(settings.get(RunKnobs.STOP)).isEqualTo(Time.parse("4s"));
    assertThat(settings.get(SwitchKnobs.SWITCH_BUFFER)).isEqualTo(Size.parse("32MiB"));
    assertThat(settings.get(SwitchKnobs.ALPHA).at(Rate.ofGbps(100))).isEqualTo(0.125);
    assertThat(settings.get(SwitchKnobs.ALPHA).at(Rate.ofGbps(200))).isEqualTo(0.25);
    assertThat(settings.get(PfcKnobs.HEADROOM_FORMULA)).isEqualTo(HeadroomFormula.HPCC_NS3);
    assertThat(settings.find(TransportKnobs.ACK_HOST_CLASS)).contains(0L);
    assertThat(settings.find(TransportKnobs.WINDOW)).isEmpty();
  }

  @Test
  void whatTheConfigDoesNotSayIsThePresets() throws IOException {
    Settings settings = read(Inputs.CONFIG).scenario().settings();
    Settings preset = Presets.named("hpcc-ns3").orElseThrow().settings();

    for (Knob<?> knob : Knobs.all()) {
      if (preset.isSet(knob)) {
        assertThat(settings.print(knob)).as(knob.name()).isEqualTo(preset.print(knob));
      }
    }
  }

  @Test
  void theExactModelKeepsWhatTheFilesSayAndDropsTheSimulatorsHabits() throws IOException {
    Path config = Inputs.write(folder);
    HpccInput input = HpccReader.read(config, new HpccReader.Options(HpccModel.EXACT, false));
    Settings settings = input.scenario().settings();

    assertThat(settings.get(TransportKnobs.MTU)).isEqualTo(1024);
    assertThat(input.warnings())
        .extracting(Problem::what)
        .containsExactly("1000 B is not a RoCE path MTU");
    assertThat(settings.get(Knobs.named("congestion.increaseTimer", ValueType.TIME)))
        .isEqualTo(Time.ofMicros(300));
    assertThat(
            List.of(
                TransportKnobs.FRAMING,
                CongestionKnobs.FEEDBACK,
                RunKnobs.TIES,
                RunKnobs.ROUNDING,
                SwitchKnobs.FORWARDING))
        .noneMatch(settings::isSet);
    assertThat(input.scenario().flows().startPs(1)).isEqualTo(2_000_002_612_000L);
  }

  @Test
  void aWindowIsTheGreatestBandwidthDelayProductOfAnyPair() throws IOException {
    Settings settings = read(with("HAS_WIN 0", "HAS_WIN 1\nVAR_WIN 1")).scenario().settings();

    // Hosts 0 and 1: 2·2,000 ns + 2·80 ns at 100 Gb/s.
    assertThat(settings.find(TransportKnobs.WINDOW)).contains(new Size(4_160L * 100 / 8));
    assertThat(settings.get(TransportKnobs.WINDOW_FOLLOWS_RATE)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "HAS_WIN 1, 52000B, false, true",
    "HAS_WIN 0, , false, true",
    "HAS_WIN 1 VAR_WIN 1, 52000B, true, true",
    "HAS_WIN 1 VAR_WIN 1 RATE_BOUND 0, 52000B, true, false"
  })
  void aWindowMayBeFixedOrNoneAndPacketsUnpaced(
      String keys, String window, boolean follows, boolean paced) throws IOException {
    Settings settings = read(with("HAS_WIN 0", keys + " CC_MODE 3")).scenario().settings();

    assertThat(settings.find(TransportKnobs.WINDOW))
        .isEqualTo(Optional.ofNullable(window).map(Size::parse));
    assertThat(settings.find(Knobs.named("congestion.hpcc.window", ValueType.SIZE)))
        .contains(window == null ? Size.ZERO : Size.parse(window));
    assertThat(settings.get(TransportKnobs.WINDOW_FOLLOWS_RATE)).isEqualTo(follows);
    assertThat(settings.get(Knobs.named("congestion.hpcc.windowed", ValueType.SWITCH)))
        .isEqualTo(follows);
    assertThat(settings.get(CongestionKnobs.PACED)).isEqualTo(paced);
  }

  @Test
  void withoutGlobalTEachPairHasItsWindowAndBaseRtt() throws IOException {
    HpccInput input =
        HpccReader.read(
            Inputs.write(
                folder,
                Inputs.CONFIG.replace("HAS_WIN 0", "HAS_WIN 1\nGLOBAL_T 0"),
                Inputs.TOPOLOGY.replace("1 3 100Gbps 0.001ms", "1 3 200Gbps 500ns"),
                "3\n1 0 3 100 3000 2\n2 0 3 200 5 2\n0 2 3 200 5 2\n"),
            HpccReader.Options.DEFAULT);
    FlowProgram flows = input.scenario().flows();

    // From 1 to 0: 2·1,500 ns + 80 ns + 40 ns, at 100 Gb/s; from 2 to 0: 2·2,000 + 80 + 40.
    assertThat(flows.overrides(0)).isEqualTo(new FlowOverrides(3_120 * 100 / 8, 3_120_000));
    assertThat(flows.overrides(1)).isEqualTo(new FlowOverrides(4_120 * 100 / 8, 4_120_000));
    assertThat(flows.overrides(2)).isEqualTo(flows.overrides(1));
    // From 1 to 2: 2·1,500 + 80, at 200 Gb/s.
    assertThat(input.scenario().settings().find(TransportKnobs.WINDOW))
        .contains(new Size(3_080 * 200 / 8));
  }

  @Test
  void aLinkGoesDownAfterTwoSecondsAndSoManyMicroseconds() throws IOException {
    HpccInput input = read(with("LINK_DOWN 0 0 0", "LINK_DOWN 250 3 1"));

    assertThat(input.scenario().failures())
        .containsExactly(new LinkEvent(Time.parse("2000250us"), 1, false));
  }

  @Test
  void filesAreAlsoLookedForOneFolderUp() throws IOException {
    Inputs.write(folder);
    Path mix = Files.createDirectory(folder.resolve("mix"));
    Path config = Files.writeString(mix.resolve("config.txt"), Inputs.CONFIG);

    assertThat(HpccReader.read(config, HpccReader.Options.DEFAULT).scenario().name())
        .isEqualTo("config");
  }

  @Test
  void recognisesItsOwnConfigs() throws IOException {
    assertThat(HpccReader.accepts(Inputs.write(folder))).isTrue();
    assertThat(HpccReader.accepts(folder.resolve("topology.txt"))).isFalse();
    assertThat(HpccReader.accepts(folder)).isFalse();
  }

  @Test
  void takesNoCommentForAKey() throws IOException {
    Path scenario = folder.resolve("scenario.yaml");
    Files.writeString(
        scenario,
        """
        # RATE_AI 40 Mb/s became congestion.rateAi, RATE_HAI congestion.rateHai,
        fabric: {topology: single, hosts: 2} # as in TOPOLOGY_FILE
        workload: permutation # and not of FLOW_FILE
        """);
    assertThat(HpccReader.accepts(scenario)).isFalse();
  }

  @Test
  void saysEverythingThatIsWrongAtOnce() throws IOException {
    Path config =
        Inputs.write(
            folder,
            with("L2_ACK_INTERVAL 1", "L2_ACK_INTERVAL 0")
                .replace("BUFFER_SIZE 32", "BUFFER_SIZE big"),
            Inputs.TOPOLOGY,
            Inputs.FLOWS.replace("1 0 3 100", "1 3 3 100"));

    FormatException e =
        catchThrowableOfType(
            FormatException.class, () -> HpccReader.read(config, HpccReader.Options.DEFAULT));
    assertThat(e.problems())
        .extracting(problem ->
            Path.of(problem.file()).getFileName() + ":" + problem.line() + " " + problem.what())
        .containsExactlyInAnyOrder(
            "config.txt:24 'big' cannot be read",
            "config.txt:16 0: in HPCC ns-3 no flow ever finishes",
            "flows.txt:2 node 3 is a switch");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          RP_TIMER 300          | RP_TIMMER 300        | RP_TIMER: it is missing
          RATE_AI 20Mb/s        | RATE_AI 20000000     | -
          RATE_AI 20Mb/s        | RATE_AI fast         | 'fast' cannot be read; write a rate
          RATE_AI 20Mb/s        | RATE_AI              | its value is missing
          TOPOLOGY_FILE topology| TOPOLOGY_FILE nowhere| no file nowhere.txt
          200000000000 800      | 300000000000 800     | KMIN_MAP: no entry for links of 200Gbps
          L2_ACK_INTERVAL 1     | L2_ACK_INTERVAL 0    | in HPCC ns-3 no flow ever finishes
          L2_ACK_INTERVAL 1     | L2_ACK_INTERVAL 1 L2_BACK_TO_ZERO 1 | HPCC ns-3 divides by L2_CHUNK_SIZE
          LINK_DOWN 0 0 0       | LINK_DOWN 5 0 1      | no link between nodes 0 and 1
          LINK_DOWN 0 0 0       | LINK_DOWN 5 0        | its value is missing
          BUFFER_SIZE 32        | BUFFER_SIZE 5000     | write 1 to 4095
          EWMA_GAIN 0.00390625  | ""                   | EWMA_GAIN: it is missing, and its default in HPCC ns-3 is 0
          EWMA_GAIN 0.00390625  | EWMA_GAIN 2          | EWMA_GAIN: 2.0 is outside
          PACKET_PAYLOAD_SIZE 1000 | PACKET_PAYLOAD_SIZE 0 | 0 B; write 1 to 65000
          RP_TIMER 300          | RP_TIMER 0.5         | write a whole number of microseconds from 1
          """)
  void refusesConfigs(String part, String instead, String message) throws IOException {
    refuses(with(part, instead), Inputs.TOPOLOGY, Inputs.FLOWS, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          4 1 3                  | 4 1 4                  | the file ends after 3 of 4 links
          4 1 3                  | 4 1                    | the first line holds more than three
          4 1 3                  | 4 8 1 1 3 H100         | ns-3-alibabacloud is not read
          4 1 3                  | x 1 3                  | 'x' is not a number of nodes
          4 1 3                  | 5 1 3                  | host 4 has no link
          0 3 100Gbps            | 0 9 100Gbps            | topology.txt:3:3: '9' is not a node id
          0 3 100Gbps            | 0 0 100Gbps            | a link from node 0 to itself
          0 3 100Gbps            | 0 3 100Gbits           | '100Gbits' is not a rate above 0
          1000ns                 | 1000parsecs            | '1000parsecs' is not a delay
          0.25                   | 1.25                   | '1.25' is not a probability
          """)
  void refusesTopologies(String part, String instead, String message) throws IOException {
    String bent = Inputs.TOPOLOGY.replace(part, instead);
    if (message.contains("first line")) {
      bent = Inputs.TOPOLOGY.replace("4 1 3\n3\n", "4 1 3 3\n");
    }
    refuses(Inputs.CONFIG, bent, Inputs.FLOWS, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          2.000000     | 2s           | '2s' is not a start time in seconds
          1 0 3 100    | 1 1 3 100    | a flow from a host to itself
          1 0 3 100    | 1 0 0 100    | priority group 0
          1 0 3 100    | 1 0 8 100    | '8' is not a priority group; write a whole number from 0 to 7
          1 0 3 100    | 7 0 3 100    | '7' is not a source
          3000         | 4294967296   | '4294967296' is not a size
          2.000002612  | ""          | the file ends before the start time
          """)
  void refusesFlows(String part, String instead, String message) throws IOException {
    refuses(Inputs.CONFIG, Inputs.TOPOLOGY, Inputs.FLOWS.replace(part, instead), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          CC_MODE 1         | CC_MODE 1 RATE_AII 7   | config.txt:7:11: 'RATE_AII' is not a known key; did you mean RATE_AI?
          CC_MODE 1         | CC_MODE 1 7 8 9        | '7' is not a known key
          CC_MODE 1         | CC_MODE 2              | 2 is not a congestion control of HPCC ns-3
          CC_MODE 1         | CC_MODE 2 CC_MODE 1    | it is given more than once
          ENABLE_TRACE 0    | ENABLE_TRACE 1         | the binary packet trace is not written
          L2_ACK_INTERVAL 1 | L2_ACK_INTERVAL 4      | 4 has no effect in HPCC ns-3
          L2_ACK_INTERVAL 1 | L2_ACK_INTERVAL 256    | 1 of 2 flows has less than the 256 bytes
          L2_ACK_INTERVAL 1 | L2_ACK_INTERVAL 256 L2_CHUNK_SIZE 5 | 256 has no effect in HPCC ns-3
          L2_ACK_INTERVAL 1 | L2_ACK_INTERVAL 1 L2_BACK_TO_ZERO 1 L2_CHUNK_SIZE 3000 | 1 of 2 flows is not a whole number of chunks
          RP_TIMER 300      | RP_TIMER 300.5         | it is cut to 300us
          BUFFER_SIZE 32    | BUFFER_SIZE 32 USE_DYNAMIC_PFC_THRESHOLD 0 | 0 has no effect
          """)
  void warnsOf(String part, String instead, String message) throws IOException {
    HpccInput input = read(with(part, instead));
    assertThat(input.warnings()).hasSize(1);
    assertThat(input.warnings().getFirst().toString()).contains(message);
  }

  /** In our own terms sequence numbers count packets. */
  @Test
  void cutsAChunkToWholePacketsInOurOwnTerms() throws IOException {
    String chunks = "L2_ACK_INTERVAL 1\nL2_BACK_TO_ZERO 1\nL2_CHUNK_SIZE 4500";
    String text = with("L2_ACK_INTERVAL 1", chunks);
    Path config = Inputs.write(folder, text, Inputs.TOPOLOGY, Inputs.FLOWS);
    HpccInput input = HpccReader.read(config, new HpccReader.Options(HpccModel.EXACT, false));
    assertThat(input.warnings())
        .anySatisfy(warning ->
            assertThat(warning.toString())
                .contains(
                    "4500 B are not a whole number of packets; the exact model uses 4 packets"));
  }

  @Test
  void takesTheLastOfTwoLinks() throws IOException {
    String topology =
        """
        4 1 4
        3
        0 3 25Gbps 1us 0
        0 3 100Gbps 1us 0
        1 3 100Gbps 1us 0
        2 3 200Gbps 1us 0
        """;
    HpccInput input =
        HpccReader.read(
            Inputs.write(folder, Inputs.CONFIG, topology, Inputs.FLOWS),
            HpccReader.Options.DEFAULT);

    assertThat(input.scenario().fabric().links()).hasSize(3);
    assertThat(input.scenario().fabric().links().getFirst().rate()).isEqualTo(Rate.ofGbps(100));
    assertThat(input.warnings())
        .singleElement()
        .asString()
        .contains("nodes 0 and 3 have more than one link");
    assertThat(input.wiring().interfaceOf(3, 0)).as("its first carries nothing").isEqualTo(2);
    assertThat(input.wiring().interfaceOf(0, 0)).isEqualTo(2);
    assertThat(input.wiring().interfaceOf(1, 0)).isEqualTo(1);
    // 3 · 25 Gb/s · 1 us / 8, and 4 KiB.
    Scenario scenario = input.scenario();
    assertThat(scenario.at(scenario.fabric().switches().getFirst()).get(SwitchKnobs.SWITCH_BUFFER))
        .isEqualTo(new Size((32L << 20) - 9_375 - 4_096));
  }

  @Test
  void refusesAHostOfTwoPorts() throws IOException {
    String topology =
        """
        5 2 5
        3 4
        0 3 100Gbps 1us 0
        0 4 100Gbps 1us 0
        1 3 100Gbps 1us 0
        2 4 200Gbps 1us 0
        3 4 200Gbps 1us 0
        """;
    refuses(Inputs.CONFIG, topology, Inputs.FLOWS, "host 0 has links to 2 nodes");
  }

  @Test
  void warnsOfRatesThatTelemetryCannotTell() throws IOException {
    String telemetry = "CC_MODE 3\nHAS_WIN 1\nVAR_WIN 1\nU_TARGET 0.95\n";
    String config =
        Inputs.CONFIG
            .replace("CC_MODE 1\n", telemetry)
            .replace("HAS_WIN 0\n", "")
            .replace("2 100000000000", "3 40000000000 200 100000000000")
            .replace("PMAX_MAP 3 40000000000 200", "PMAX_MAP 3 40000000000 0.2");
    HpccInput input =
        HpccReader.read(
            Inputs.write(
                folder, config, Inputs.TOPOLOGY.replace("200Gbps", "40Gbps"), Inputs.FLOWS),
            HpccReader.Options.DEFAULT);

    assertThat(input.warnings())
        .singleElement()
        .asString()
        .contains("telemetry has no code for links of 40Gbps");
  }

  @Test
  void warnsOfABufferThatNeverPauses() throws IOException {
    Path config =
        Inputs.write(
            folder,
            with("BUFFER_SIZE 32", "BUFFER_SIZE 1"),
            Inputs.TOPOLOGY.replace("1us", "100us"),
            Inputs.FLOWS);
    HpccInput input = HpccReader.read(config, HpccReader.Options.DEFAULT);
    assertThat(input.warnings())
        .extracting(Problem::right)
        .singleElement()
        .asString()
        .contains("never pauses");
  }

  private static String with(String part, String instead) {
    assertThat(Inputs.CONFIG).contains(part);
    return Inputs.CONFIG.replace(part, instead);
  }

  private HpccInput read(String config) throws IOException {
    return HpccReader.read(
        Inputs.write(folder, config, Inputs.TOPOLOGY, Inputs.FLOWS), HpccReader.Options.DEFAULT);
  }

  @Test
  void namesKeysThatAreNoneBesideErrors() throws IOException {
    refuses(
        with("FLOW_FILE", "FLOW_FILES"),
        Inputs.TOPOLOGY,
        Inputs.FLOWS,
        "'FLOW_FILES' is not a known key; did you mean FLOW_FILE?");
  }

  @Test
  void saysOnceThatAFileEnds() throws IOException {
    String cut = Inputs.TOPOLOGY.replace("200Gbps 1us 0.0\n", "");
    Path file = Inputs.write(folder, Inputs.CONFIG, cut, Inputs.FLOWS);
    FormatException e =
        catchThrowableOfType(
            FormatException.class, () -> HpccReader.read(file, HpccReader.Options.DEFAULT));
    assertThat(e.text().lines())
        .singleElement()
        .asString()
        .contains("the file ends before the rate");
  }

  private void refuses(String config, String topology, String flows, String message)
      throws IOException {
    Path file = Inputs.write(folder, config, topology, flows);
    if (message.equals("-")) {
      assertThat(HpccReader.read(file, HpccReader.Options.DEFAULT).warnings()).isEmpty();
      return;
    }
    FormatException e =
        catchThrowableOfType(
            FormatException.class, () -> HpccReader.read(file, HpccReader.Options.DEFAULT));
    assertThat(e).isNotNull().hasMessageContaining(message);
  }
}
