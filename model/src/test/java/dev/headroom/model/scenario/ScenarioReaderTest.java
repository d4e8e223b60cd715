package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.Scenarios.bad;
import static dev.headroom.model.scenario.Scenarios.good;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.EventTieOrder;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.SwitchForwarding;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.yaml.Problem;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScenarioReaderTest {
  private static final String SMALL =
      "fabric: {topology: single, hosts: 4}\nworkload: permutation\n";

  @ParameterizedTest
  @MethodSource("dev.headroom.model.scenario.Scenarios#examples")
  void shouldReadEveryExample(Path example) {
    Scenario scenario = good(Scenarios.text(example));
    assertThat(scenario.flows().flows()).isPositive();
    assertThat(scenario.workload()).isNotBlank();
  }

  /** A link is down for as long as one of its ends is. */
  @Test
  void shouldJoinOutagesThatOverlap() {
    Scenario scenario =
        good(
            """
            fabric:
              topology: leaf-spine
              failures:
                - {link: leaf-0/spine-0, down: 40us, up: 100us}
                - {link: leaf-0/spine-0, down: 20us, up: 60us}
                - {link: leaf-0/spine-0, down: 200us, up: 250us}
                - {link: leaf-0/spine-0, down: 210us}
            workload: permutation
            """);
    assertThat(scenario.failures(LinkEvent.class))
        .extracting(event -> event.at() + (event.up() ? " up" : " down"))
        .containsExactly("20us down", "100us up", "200us down");
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  @Test
  void shouldSayAnAllReduceOf64HostsInTwelveLines() {
    String text = Scenarios.text(Scenarios.ROOT.resolve("examples/allreduce-64.yaml"));
    assertThat(text.lines().count()).isLessThanOrEqualTo(12);
    Scenario scenario = good(text);
    assertThat(scenario.fabric().hosts()).hasSize(64);
    assertThat(scenario.flows().flows()).isEqualTo(64 * 126);
  }

  @Test
  void shouldLayPresetsFileAndOptionsOverEachOther() {
    String text = SMALL + "preset: vendor\ncongestion: {preset: paper, g: 0.5, rateAi: 7Mbps}\n";
    Scenario scenario = good(text, "congestion.rateAi=9Mbps");
    assertThat(scenario.settings().print(Knobs.get("congestion.form"))).contains("paper");
    assertThat(scenario.settings().get(Knobs.named("congestion.decreasePeriod", ValueType.TIME)))
        .hasToString("4us");
    assertThat(scenario.settings().get(Knobs.named("congestion.g", ValueType.NUMBER)))
        .isEqualTo(0.5);
    assertThat(scenario.settings().find(Knobs.named("congestion.rateAi", ValueType.RATE)))
        .contains(Rate.parse("9Mbps"));
  }

  @Test
  void shouldTakeShortFormsInFilesAndOptions() {
    assertThat(good(SMALL + "congestion: none\n").settings().get(CongestionKnobs.ALGORITHM))
        .hasToString("none");
    assertThat(
            good(SMALL + "congestion: article\n")
                .settings()
                .get(Knobs.named("congestion.initialAlpha", ValueType.NUMBER)))
        .isEqualTo(0.5);
    assertThat(good(SMALL + "pfc: off\n").settings().get(PfcKnobs.PFC)).isFalse();
    assertThat(good(SMALL + "transport: rocev2\n").settings().get(TransportKnobs.TRANSPORT))
        .isEqualTo(TransportType.ROCEV2);
    Scenario scenario = good(SMALL + "congestion: {kmin: 100KB}\n", "congestion=none");
    assertThat(scenario.settings().get(CongestionKnobs.ALGORITHM)).hasToString("none");
    assertThat(scenario.settings().isSet(CongestionKnobs.KMIN)).isTrue();
    assertThat(good(SMALL, "congestion.kmin=100KB").settings().isSet(CongestionKnobs.KMIN))
        .isTrue();
    assertThat(good(SMALL, "workload=incast").workload()).contains("3:1 incast");
    assertThat(good(SMALL, "fabric.hosts=9").fabric().hosts()).hasSize(9);
  }

  @Test
  void shouldTakeValuesByRateAndLists() {
    Scenario scenario =
        good(
            """
            fabric: {topology: single}
            workload: permutation
            congestion: {kmin: {100Gbps: 400KB, 400Gbps: 1600KB}}
            pfc: {classes: [3, 4]}
            """);
    assertThat(scenario.settings().find(CongestionKnobs.KMIN).orElseThrow().at(Rate.ofGbps(100)))
        .hasToString("400KB");
    assertThat(scenario.settings().get(PfcKnobs.PFC_CLASSES)).containsExactly(3, 4);
    assertThat(good(SMALL, "congestion.kmin={100Gbps: 400KB, 400Gbps: 1600KB}").settings())
        .isNotNull();
    assertThat(
            good(SMALL, "fabric.switches.scheduling={strict: [6], dwrr: {0: 50, 3: 50}}")
                .settings()
                .get(SwitchKnobs.SCHEDULING))
        .isEqualTo("strict:6 dwrr:0=50,3=50");
  }

  @Test
  void shouldLetSettingsDifferFromNodeToNode() {
    Scenario scenario =
        good(
            """
            fabric: {topology: leaf-spine}
            workload: permutation
            overrides:
              - {select: leaf-*, fabric.switches.buffer: 16MiB}
              - {select: leaf-1, fabric.switches.buffer: 8MiB}
            """);
    assertThat(buffer(scenario, "leaf-0")).isEqualTo("16MiB");
    assertThat(buffer(scenario, "leaf-1")).isEqualTo("8MiB");
    assertThat(buffer(scenario, "spine-0")).isEqualTo("32MiB");
  }

  @Test
  void shouldRefuseToLetDifferWhatIsOneForAllNodes() {
    List<Problem> problems =
        bad(
            """
            fabric: {topology: leaf-spine}
            workload: permutation
            overrides:
              - {select: host-1, transport.receiveQueue: 4}
              - {select: host-1, transport: {mtu: 1024}}
              - {select: host-1, congestion.g: 0.5}
            """);
    assertThat(problems).hasSize(3);
    assertThat(problems.getFirst().toString())
        .contains(
            "4:22", "transport.receiveQueue", "it applies to all nodes: set it under transport");
    assertThat(problems)
        .allMatch(problem -> problem.toString().contains("it applies to all nodes"));
  }

  private static String buffer(Scenario scenario, String name) {
    Node node =
        scenario.fabric().nodes().stream()
            .filter(n -> n.name().equals(name))
            .findFirst()
            .orElseThrow();
    return scenario.at(node).get(SwitchKnobs.SWITCH_BUFFER).toString();
  }

  /** Under what the file says itself. */
  @Test
  void shouldBringWhatATransportNeeds() {
    Settings settings = good(SMALL + "transport: uec\ncongestion: {pmax: 0.5}\n").settings();
    assertThat(settings.get(CongestionKnobs.ALGORITHM)).hasToString("nscc");
    assertThat(settings.get(SwitchKnobs.TRIMMING)).isTrue();
    assertThat(settings.get(PfcKnobs.PFC)).isFalse();
    assertThat(settings.print(CongestionKnobs.PMAX)).contains("0.5");
    assertThat(good(SMALL + "transport: rocev2\n").settings().get(CongestionKnobs.ALGORITHM))
        .hasToString("dcqcn");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "transport: uec\\ncongestion: dcqcn | dcqcn does not run on transport uec",
        "congestion: nscc | nscc needs transport uec",
        "fabric: {topology: single, switches: {trimming: true}} | cannot use trimmed packets",
        "transport: {uet: {entropyValues: 48}} | 48 is not a power of two"
      })
  void shouldRefuseWhatATransportCannotDo(String lines, String complaint) {
    String text = lines.replace("\\n", "\n") + "\n";
    String whole =
        text.startsWith("fabric") ? text + "workload: {type: incast, size: 1MB}\n" : SMALL + text;
    assertThat(bad(whole)).anyMatch(problem -> problem.toString().contains(complaint));
  }

  @Test
  void shouldNotTakeNoForFalseNorNumbersForNames() {
    Scenario scenario =
        good(
            """
            fabric:
              nodes: {hosts: [no, on, 12, 1e3], switches: ["null"]}
              links: [{a: no, b: "null"}, {a: on, b: "null"}, {a: 12, b: "null"}, {a: 1e3, b: "null"}]
            workload: permutation
            """);
    assertThat(scenario.fabric().nodes().stream().map(Node::name))
        .containsExactly("no", "on", "12", "1e3", "null");
  }

  @Test
  void shouldAllowOtherMtusOnlyWithTheFramingThatHasThem() {
    assertThat(bad(SMALL, "transport.mtu=1000")).hasSize(1);
    assertThat(bad(SMALL, "transport.mtu=1000", "transport.framing=hpcc-ns3")).isEmpty();
  }

  @Test
  void shouldTakeThePresetOfTheHpccSimulatorAsAnyOther() {
    Settings settings = good(SMALL + "preset: hpcc-ns3\nrun: {ties: keyed}\n").settings();
    assertThat(settings.get(TransportKnobs.MTU)).isEqualTo(1_000);
    assertThat(settings.get(SwitchKnobs.FORWARDING)).isEqualTo(SwitchForwarding.STORE_AND_FORWARD);
    assertThat(settings.get(RunKnobs.ROUNDING)).hasToString("1ns");
    assertThat(settings.get(RunKnobs.TIES)).as("the file wins").isEqualTo(EventTieOrder.KEYED);
    Settings transport = good(SMALL + "transport: {preset: hpcc-ns3}\n").settings();
    assertThat(transport.get(TransportKnobs.FRAMING)).isEqualTo(FrameFormat.HPCC_NS3);
    assertThat(transport.isSet(RunKnobs.ROUNDING)).isFalse();
  }

  @Test
  void shouldCompareThresholdsAtTheRatesOfTheFabric() {
    assertThat(bad(SMALL + "congestion: {kmin: 500KB, kmax: 400KB}\n").getFirst().what())
        .isEqualTo("kmin 500KB is above kmax 400KB for ports of 400Gbps");
    assertThat(bad(SMALL + "congestion: {kmax: 1MB}\n"))
        .singleElement()
        .satisfies(p -> assertThat(p.key()).isEqualTo("congestion.kmax"));
    assertThat(bad(SMALL + "congestion: {kmin: 1MB}\n")).isEmpty();
    assertThat(bad(SMALL + "congestion: {kmin: 65KB, kmax: 65KB}\n")).as("a step").isEmpty();
  }

  /** A fabric of one's own: each of several at one end is joined to each at the other. */
  @Test
  void shouldJoinEachToEachWhereLinksNameSeveral() {
    String ends =
        "fabric:\n  nodes: {hosts: [gpu-0..3], switches: [leaf-0..1, spine-0..2]}\n  links:\n";
    Scenario scenario =
        good(
            ends
                + """
                    - {a: gpu-0..1, b: leaf-0, rate: 100Gbps}
                    - {a: "gpu-2,gpu-3", b: leaf-1, rate: 100Gbps}
                    - {a: leaf-0..1, b: spine-0..2, rate: 200Gbps}
                workload: permutation
                """);
    List<Node> nodes = scenario.fabric().nodes();
    assertThat(scenario.fabric().links())
        .extracting(link -> nodes.get(link.a()).name() + " " + nodes.get(link.b()).name())
        .containsExactly(
            "gpu-0 leaf-0",
            "gpu-1 leaf-0",
            "gpu-2 leaf-1",
            "gpu-3 leaf-1",
            "leaf-0 spine-0",
            "leaf-0 spine-1",
            "leaf-0 spine-2",
            "leaf-1 spine-0",
            "leaf-1 spine-1",
            "leaf-1 spine-2");
    assertThat(scenario.fabric().links()).extracting(Link::rate).endsWith(Rate.parse("200Gbps"));
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  @Test
  void shouldReadFailuresOfParallelLinks() {
    String fabric =
        """
        fabric:
          topology: leaf-spine
          uplinks: 2
          failures:
            - {link: %s, down: 1ms, up: 2ms}
        workload: permutation
        """;
    assertThat(good(fabric.formatted("spine-1/leaf-0")).failures()).hasSize(4);
    assertThat(good(fabric.formatted("leaf-0/spine-1#1")).failures()).hasSize(2);
    assertThat(good(fabric.formatted("'spine-1/*'")).failures())
        .as("a dead switch")
        .hasSizeGreaterThan(4);
    assertThat(good(fabric.formatted("'host-0/*'")).failures()).hasSize(2);
    assertThat(bad(fabric.formatted("leaf-0/spine-9")).getFirst().what()).contains("did you mean");
    assertThat(bad(fabric.formatted("leaf-0/spine-1").replace("2ms", "1ms")).getFirst().what())
        .contains("not after");
  }

  @Test
  void shouldRefuseClassMapsWhereClassesAreVirtualLanes() {
    String onCredit = SMALL + "credits: {enabled: true}\n";
    assertThat(bad(onCredit, "fabric.switches.dscpMap='26=1'").getFirst().what())
        .contains("do not use class maps");
    assertThat(bad(onCredit, "hosts.dscpMap='26=1'")).hasSize(1);
    assertThat(bad(onCredit + "overrides: [{select: switch-0, fabric.switches.queueMap: '3=0'}]\n"))
        .hasSize(1);
    assertThat(good(SMALL + "overrides: [{select: switch-0, fabric.switches.queueMap: '3=0'}]\n"))
        .isNotNull();
  }

  @Test
  void shouldTakeLinkRetryBesideCreditsOfEitherForm() {
    assertThat(good(SMALL + "credits: {enabled: true}\nfailure: {linkRetry: true}\n")).isNotNull();
    assertThat(good(SMALL + "preset: cbfc\nfailure: {linkRetry: true}\n")).isNotNull();
    assertThat(good(SMALL + "failure: {linkRetry: true, linkRetries: 3}\n")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          form: infiniband, pool: 1MiB             | each InfiniBand virtual lane has its own buffer
          form: cbfc, pool: 1MiB, buffer: 64KiB    | classes share credits.pool, so no class has its own buffer
          form: cbfc, sharedAlpha: 2               | it is a part of credits.pool, which is not set
          """)
  void shouldRefusePoolsOfCreditsThatAreNone(String credits, String why) {
    assertThat(bad(SMALL + "credits: {enabled: true, %s}\n".formatted(credits)).toString())
        .contains(why);
    assertThat(good(SMALL + "credits: {enabled: true, form: cbfc, pool: 1MiB, sharedAlpha: 2}\n"))
        .isNotNull();
  }

  @Test
  void shouldSetThePortsOfSingleLinksApart() {
    String text = "fabric: leaf-spine\nworkload: permutation\noverrides: [{select: %s, %s}]\n";
    Scenario scenario = good(text.formatted("'spine-*/leaf-0'", "congestion.kmin: 50KB"));
    assertThat(scenario.ofLinks()).hasSize(4);
    assertThat(scenario.ofLinks().values())
        .allMatch(own -> own.get(CongestionKnobs.KMIN).toString().equals("50KB"));
    assertThat(scenario.at(scenario.fabric().nodes().getLast())).isEqualTo(scenario.settings());
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
    assertThat(
            bad(text.formatted("leaf-0/spine-0", "fabric.switches.buffer: 1MiB"))
                .getFirst()
                .right())
        .contains("select nodes");
    assertThat(bad(text.formatted("leaf-0/spine-0", "transport.mtu: 1024"))).hasSize(1);
    assertThat(bad(text.formatted("leaf-0/spine-77", "congestion.kmin: 50KB")).getFirst().what())
        .contains("selects no link");
  }

  @Test
  void shouldReadStormsOfInterrupts() {
    String text =
        """
        fabric:
          topology: single
          hosts: 4
          failures:
            - {host: host-3, from: 1ms, until: 2ms, interrupts: 5e5}
            - {host: host-3, from: 1ms, until: 3ms}
            - {host: host-3, from: %s, interrupts: 100}
        workload: permutation
        """;
    Scenario scenario = good(text.formatted("2ms"));
    assertThat(scenario.failures(InterruptStorm.class))
        .containsExactly(
            new InterruptStorm(Time.parse("1ms"), 3, 5e5),
            new InterruptStorm(Time.parse("2ms"), 3, 0),
            new InterruptStorm(Time.parse("2ms"), 3, 100));
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
    assertThat(bad(text.formatted("1500us")).getFirst().what())
        .contains("the interrupt storm of host-3 starts at 1.5ms")
        .contains("before the end of an earlier entry");
    assertThat(bad(text.replace("100}", "0}").formatted("2ms")).getFirst().key())
        .isEqualTo("fabric.failures.interrupts");
  }

  @Test
  void shouldReadLinksThatGetWorseAndHostsThatStorm() {
    String fabric =
        """
        fabric:
          topology: leaf-spine
          links: {bitErrors: 1e-15}
          failures:
            - {%s}
            - {link: leaf-0/spine-0, from: 3ms, rate: 0.5}
        workload: permutation
        """;
    assertThat(good(fabric.formatted("link: leaf-0/spine-1, from: 1ms, rate: 25%")).failures())
        .contains(new LinkQuality(Time.parse("1ms"), 17, 0.25, 1e-15));
    Scenario both =
        good(fabric.formatted("link: leaf-0/spine-0, from: 1ms, until: 2ms, bitErrors: 1e-8"));
    assertThat(both.failures()).hasSize(3);
    assertThat(both.failures().get(1)).isEqualTo(new LinkQuality(Time.parse("2ms"), 16, 1, 1e-15));
    assertThat(good(fabric.formatted("host: host-3, from: 1ms, until: 2ms")).failures())
        .contains(new PauseStorm(Time.parse("2ms"), 3, false));
    Scenarios.assertEqual(good(ScenarioWriter.write(both)), both);
    assertThat(
            bad(fabric.formatted("link: leaf-0/spine-0, from: 1ms, rate: 25%")).getFirst().what())
        .contains("before the end of an earlier entry");
    assertThat(bad(fabric.formatted("link: leaf-0/spine-0, from: 1ms")).getFirst().what())
        .contains("nothing");
    assertThat(bad(fabric.formatted("host: hots-3, from: 1ms")).getFirst().right())
        .contains("did you mean");
    assertThat(bad(fabric.formatted("host: host-3, from: 1ms, down: 1ms")).getFirst().what())
        .contains("no such key");
  }

  @Test
  void shouldReadHostsThatTakeSlowlyWhatComesOrStandStill() {
    String text =
        """
        fabric:
          topology: leaf-spine
          failures:
            - {host: host-3, from: 1ms, until: 2ms, drain: 10Gbps}
            - {host: host-3, from: 1ms, until: 2ms, frozen: true}
            - {host: host-4, from: 3ms, %s}
        workload: permutation
        """;
    Scenario scenario = good(text.formatted("frozen: true"));
    assertThat(scenario.failures())
        .containsExactly(
            new SlowReceiver(Time.parse("1ms"), 3, Optional.of(Rate.parse("10Gbps"))),
            new NicFreeze(Time.parse("1ms"), 3, true),
            new SlowReceiver(Time.parse("2ms"), 3, Optional.empty()),
            new NicFreeze(Time.parse("2ms"), 3, false),
            new NicFreeze(Time.parse("3ms"), 4, true));
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
    assertThat(bad(text.formatted("frozen: true, drain: 1Gbps")).getFirst().right())
        .contains("one entry for each");
    assertThat(bad(text.formatted("drain: 10")).getFirst().key())
        .isEqualTo("fabric.failures.drain");
  }

  /** Every lane of InfiniBand's that is sent in is under credits, so that nothing is dropped. */
  @Test
  void shouldRefuseALaneWithoutCredits() {
    String text = "fabric: {topology: single}\ntransport: {type: infiniband, class: %s}\n%s%s";
    String workload = "workload: permutation\n";
    assertThat(bad(text.formatted("5", "credits: {classes: '0'}\n", workload)).getFirst())
        .satisfies(problem -> {
          assertThat(problem.key()).isEqualTo("credits.classes");
          assertThat(problem.what()).contains("virtual lane 5, which has no credits");
        });
    good(text.formatted("0", "credits: {classes: '0'}\n", workload));
    assertThat(
            bad(
                    text.formatted("0", "credits: {classes: '0'}\n", workload),
                    "transport.infiniband.sl2vl=1,1,1,1,1,1,1,1")
                .getFirst()
                .what())
        .contains("virtual lane 1");
  }

  /** A READ on a transport that has none: one complaint, at the line that asks for it. */
  @Test
  void shouldRefuseReadsWhereTheTransportHasNone() {
    List<Problem> problems =
        bad(
            """
            fabric: {topology: single}
            workload: permutation
            transport: {type: tcp, operation: read}
            """);
    assertThat(problems)
        .first()
        .satisfies(problem -> {
          assertThat(problem.key()).isEqualTo("transport.operation");
          assertThat(problem.line()).isEqualTo(3);
        });
    assertThat(problems).noneMatch(problem -> problem.key().equals("congestion.algorithm"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"uec", "srd", "falcon", "iwarp"})
  void shouldTakeReadsWhereTheTransportHasThem(String transport) {
    Scenario scenario =
        good(
            """
            fabric: {topology: single}
            workload: permutation
            transport: {type: %s, operation: read}
            """
                .formatted(transport));
    assertThat(scenario.settings().get(TransportKnobs.OPERATION)).isEqualTo(Verb.READ);
  }

  /** In these modes of Ultra Ethernet's transport nobody keeps what was asked of him. */
  @ParameterizedTest
  @ValueSource(strings = {"rudi", "uud"})
  void shouldRefuseReadsInModesThatKeepNothing(String delivery) {
    List<Problem> problems =
        bad(
            """
            fabric: {topology: single}
            workload: permutation
            transport: {type: uec, operation: read, uet: {delivery: %s}}
            """
                .formatted(delivery));
    assertThat(problems)
        .first()
        .satisfies(problem -> {
          assertThat(problem.key()).isEqualTo("transport.uet.delivery");
          assertThat(problem.line()).isEqualTo(3);
        });
  }

  @Test
  void shouldChangeTheSettingsOfAScenarioFromElsewhere() {
    Scenario scenario = good(SMALL, "congestion.g=0.25");
    ScenarioReader.Outcome changed =
        ScenarioReader.change(scenario, List.of("congestion=paper", "run.seed=7"));
    Scenario result = ((ScenarioReader.Good) changed).scenario();
    assertThat(result.settings().get(Knobs.named("congestion.g", ValueType.NUMBER)))
        .isEqualTo(1.0 / 256);
    assertThat(result.settings().get(RunKnobs.SEED)).isEqualTo(7);
    assertThat(result.flows()).isSameAs(scenario.flows());
    ScenarioReader.Outcome wrong =
        ScenarioReader.change(
            scenario, List.of("fabric.hosts=3", "workload=incast", "pfc.xof=1KB"));
    assertThat(((ScenarioReader.Bad) wrong).problems()).hasSize(3);
  }
}
