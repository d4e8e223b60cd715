package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.yaml.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Presets in files of a user's own. */
final class UserPresetTest {
  private static final String SMALL =
      "fabric: {topology: single, hosts: 4}\nworkload: {type: permutation}\n";

  private static ScenarioReader.Outcome read(String scenario, String preset, String... sets) {
    return ScenarioReader.read(
        scenario,
        "s.yaml",
        List.of(sets),
        name -> "my.yaml".equals(name) ? Optional.of(preset) : Optional.empty());
  }

  private static Scenario good(String scenario, String preset, String... sets) {
    return switch (read(scenario, preset, sets)) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
    };
  }

  private static List<String> bad(String scenario, String preset, String... sets) {
    return switch (read(scenario, preset, sets)) {
      case ScenarioReader.Good _ -> List.of();
      case ScenarioReader.Bad bad -> bad.problems().stream().map(Problem::toString).toList();
    };
  }

  /** What a reader makes of it: settings, or all that is wrong. */
  private static Object outcome(String scenario, String preset) {
    return switch (read(scenario, preset)) {
      case ScenarioReader.Good good -> good.scenario().settings();
      case ScenarioReader.Bad bad ->
          bad.problems().stream().map(problem -> problem.key() + ": " + problem.what()).toList();
    };
  }

  static Stream<Arguments> oursAndWhereTheyStand() {
    return Presets.all().stream()
        .flatMap(preset ->
            Stream.concat(Stream.of("preset: %s\n"), sections(preset).map(UserPresetTest::of))
                .map(where -> Arguments.of(preset.name(), where)));
  }

  /** Those that may name a preset. */
  private static Stream<String> sections(Presets.Preset preset) {
    return Knobs.all().stream()
        .filter(preset.settings()::isSet)
        .map(Knob::section)
        .distinct()
        .filter(section -> !Set.of("fabric", "run").contains(section));
  }

  private static String of(String section) {
    return section + ": {preset: '%s'}\n";
  }

  @ParameterizedTest
  @MethodSource("oursAndWhereTheyStand")
  void shouldBeWhatOursIsWhereItIsACopy(String name, String where) {
    String copy = Presets.resource(name + ".yaml");
    for (String fabric :
        List.of(
            SMALL,
            "fabric: {topology: single, hosts: 4, links: {rate: 800Gbps}}\nworkload: permutation\n")) {
      assertThat(outcome(fabric + where.formatted("file:my.yaml"), copy))
          .isEqualTo(outcome(fabric + where.formatted(name), ""));
    }
  }

  @Test
  void shouldCompareSettingsRatherThanMistakes() {
    assertThat(
            Presets.names().stream()
                .filter(name -> outcome(SMALL + "preset: " + name, "") instanceof Settings))
        .hasSizeGreaterThan(Presets.names().size() - 10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "preset: file:my.yaml",
        "preset: 'file: my.yaml'",
        "congestion: file:my.yaml",
        "congestion: {preset: file:my.yaml}",
        "preset: vendor; congestion: {preset: file:my.yaml}",
      })
  void shouldStandWhereverANameMay(String where) {
    String preset = "congestion:\n  kmin: 7KB\n  kmax: {100Gbps: 1MB}\n";
    Settings settings = good(SMALL + where.replace("; ", "\n"), preset).settings();
    assertThat(settings.print(CongestionKnobs.KMIN)).contains("7KB");
    assertThat(settings.print(CongestionKnobs.KMAX)).contains("1MB");
  }

  @ParameterizedTest
  @CsvSource({"preset", "congestion.preset", "congestion"})
  void shouldStandWhereASetMayNameOne(String key) {
    assertThat(
            good(SMALL, "congestion: {kmin: 7KB}", key + "=file:my.yaml")
                .settings()
                .print(CongestionKnobs.KMIN))
        .contains("7KB");
  }

  @Test
  void shouldBeOfAPartOfAWorkloadToo() {
    Scenario scenario =
        good(
            """
            fabric: {topology: single, hosts: 4}
            workload:
              - {type: permutation}
              - {type: permutation, transport: {preset: file:my.yaml}, congestion: file:my.yaml}
            """,
            "transport: {class: 4}\ncongestion: {algorithm: dcqcn, g: 0.5}\npfc: off\n");
    Settings part = scenario.ofPart(1).settings();
    assertThat(part.get(TransportKnobs.TRAFFIC_CLASS)).isEqualTo(4);
    assertThat(part.print(Knobs.get("congestion.g"))).contains("0.5");
    assertThat(scenario.settings().isSet(TransportKnobs.TRAFFIC_CLASS)).isFalse();
    assertThat(scenario.settings().isSet(PfcKnobs.PFC)).isFalse();
  }

  @Test
  void shouldGiveWayAsOursDo() {
    String text = SMALL + "preset: file:my.yaml\ncongestion: {preset: paper, kmax: 1MB}\n";
    Settings settings =
        good(text, "congestion: {kmin: 7KB, kmax: 8KB}\ntransport: {mtu: 1024}\n").settings();
    assertThat(settings.print(CongestionKnobs.KMIN)).contains("5KB");
    assertThat(settings.print(CongestionKnobs.KMAX)).contains("1MB");
    assertThat(settings.get(TransportKnobs.MTU)).isEqualTo(1024);
  }

  /** A machine's own NIC and PCIe are brought; what a copy has otherwise counts. */
  @Test
  void shouldKeepWhatACopyOfAMachineHasChanged() {
    String copy = Presets.resource("dgx-h100.yaml");
    String changed = copy.replace("generation: 5", "generation: 4");
    assertThat(changed).isNotEqualTo(copy);
    Settings settings = good(SMALL + "preset: file:my.yaml\n", changed).settings();
    assertThat(settings.get(PcieKnobs.GENERATION)).isEqualTo(4);
    assertThat(settings.get(NicKnobs.MODEL)).isEqualTo("connectx-7");
  }

  @Test
  void shouldBeWrittenBackAsItsValues() {
    String copy = Presets.resource("uec.yaml");
    Scenario scenario = good(SMALL + "preset: file:my.yaml\n", copy);
    String written = ScenarioWriter.write(scenario);
    assertThat(written).doesNotContain("file:");
    Scenarios.assertEqual(Scenarios.good(written), scenario);
  }

  @ParameterizedTest
  @MethodSource
  void shouldSayWhatIsWrongAndWhere(String preset, String problem) {
    assertThat(bad(SMALL + "preset: file:my.yaml\n", preset))
        .singleElement()
        .asString()
        .startsWith("my.yaml:")
        .contains(problem);
  }

  static Map<String, String> wrong() {
    return Map.ofEntries(
        Map.entry("", ":1:1: the file is empty; write sections with values"),
        Map.entry("# empty\n", ":1:1: the file is empty; write sections with values"),
        Map.entry("meaning: mine\n", ":1:1: the preset sets no value; write sections with values"),
        Map.entry("- pfc: off\n", ":1:1: a list instead of a preset"),
        Map.entry("paper\n", ":1:1: 'paper' instead of a preset"),
        Map.entry(
            "pfc: off\ncongestion:\n  kmim: 5KB\n",
            ":3:3: congestion.kmim: there is no such key; did you mean 'kmin'?"),
        Map.entry(
            "congestion:\n  hpcc:\n    etta: 0.9\n",
            ":3:5: congestion.hpcc.etta: there is no such key; did you mean 'eta'?"),
        Map.entry(
            "congestoin:\n  kmin: 5KB\n",
            ":1:1: congestoin: there is no such section; did you mean 'congestion'?"),
        Map.entry(
            "meening: mine\npfc: off\n",
            ":1:1: meening: there is no such section; did you mean 'meaning'?"),
        Map.entry("nonsense: 1\n", "the sections are meaning, source, fabric, hosts, transport"),
        Map.entry("congestion.kmin: 5KB\n", "write it as a block: congestion: {kmin: ...}"),
        Map.entry(
            "congestion:\n  pmax: 3\n", ":2:9: congestion.pmax: 3.0 is outside 0 to 1; default"),
        Map.entry("congestion:\n  kmin: 5\n", ":2:9: congestion.kmin: '5' has no unit"),
        Map.entry(
            "congestion:\n  algorithm: dcqn\n",
            ":2:14: congestion.algorithm: 'dcqn' is not one of"),
        Map.entry("pfc: maybe\n", ":1:6: pfc.enabled: 'maybe'"),
        Map.entry("pfc: [off]\n", ":1:6: pfc: a list instead of a block of keys"),
        Map.entry("congestion:\n  kmin: 5KB\n  kmin: 6KB\n", ":3:3: congestion.kmin: this key is"),
        Map.entry("congestion:\n\tkmin: 5KB\n", ":2:1: this is not YAML"),
        Map.entry(
            "workload: permutation\npfc: off\n", ":1:1: workload: it is not allowed here; it"),
        Map.entry("preset: paper\npfc: off\n", ":1:1: preset: it is not allowed here; it belongs"),
        Map.entry(
            "fabric:\n  topology: single\n", ":2:3: fabric.topology: it is not allowed here; it"),
        Map.entry(
            "congestion:\n  preset: paper\n", ":2:3: congestion.preset: it is not allowed here; a"),
        Map.entry("meaning: [mine]\npfc: off\n", ":1:10: meaning: a list instead of a line"),
        Map.entry("source:\npfc: off\n", ":1:8: source: nothing instead of a line"));
  }

  static Stream<Arguments> shouldSayWhatIsWrongAndWhere() {
    return wrong().entrySet().stream().map(each -> Arguments.of(each.getKey(), each.getValue()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "preset: file:your.yaml | s.yaml:3:9: preset: there is no file 'your.yaml'; the name is",
        "preset: my.yaml | s.yaml:3:9: preset: 'my.yaml' is not a preset; for your own "
            + "file write file:my.yaml",
        "routing: {preset: file:my.yaml} | s.yaml:3:19: routing.preset: 'file:my.yaml' "
            + "sets no value in routing; it sets transport, pfc",
      })
  void shouldSayWhereItsNameIsWrong(String where, String problem) {
    assertThat(bad(SMALL + where, "pfc: off\ntransport: {mtu: 1000}\n"))
        .singleElement()
        .asString()
        .startsWith(problem);
  }

  @Test
  void shouldTellEachMistakeOnceHoweverOftenItIsNamed() {
    String part = "{type: permutation, congestion: file:my.yaml}";
    assertThat(
            bad(
                "fabric: {topology: single}\npreset: file:my.yaml\nworkload: [%s, %s]\n"
                    .formatted(part, part),
                "congestion: {kmim: 1KB}\n"))
        .hasSize(1);
  }
}
