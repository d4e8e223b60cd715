package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The schema and the reader agree on what is a scenario, as far as a schema can know. */
final class ScenarioSchemaTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(ScenarioSchema.text(), InputFormat.JSON);
  private static final YAMLMapper YAML = new YAMLMapper();

  private static boolean valid(String text) {
    JsonNode node = YAML.readTree(text);
    return SCHEMA.validate(node).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dev.headroom.model.scenario.Scenarios#examples")
  void shouldAcceptEveryExample(Path example) {
    assertThat(SCHEMA.validate(YAML.readTree(Scenarios.text(example)))).isEmpty();
  }

  @Test
  void shouldAcceptTheReferenceAndWhatIsWrittenBack() {
    assertThat(valid(ScenarioReference.text())).isTrue();
    Scenarios.examples().stream()
        .map(Scenarios::text)
        .map(text -> Scenarios.good(text, Scenarios.otherControl(text)))
        .map(ScenarioWriter::write)
        .forEach(text -> assertThat(SCHEMA.validate(YAML.readTree(text))).isEmpty());
  }

  private static final String SMALL =
      "fabric: {topology: single, hosts: 4}\nworkload: permutation\n";

  static Stream<String> good() {
    return Stream.of(
        SMALL,
        SMALL + "name: 12\n",
        SMALL + "congestion: none\n",
        SMALL + "congestion: article\n",
        SMALL + "congestion: {preset: paper, kmin: 10KB, pmax: 20%}\n",
        SMALL + "congestion: {kmin: {100Gbps: 400KB, 400Gbps: 1.6MB}}\n",
        SMALL + "congestion: {kmin: '100Gbps=400KB,400Gbps=1600KB', g: 5e-3}\n",
        SMALL + "pfc: off\n",
        SMALL + "hosts: {dscpMap: '24-31=3,48=6,*=0'}\ntransport: {dscp: 26}\n",
        SMALL + "pfc: {classes: [3, 4], xonOffset: 3 KiB}\n",
        SMALL + "pfc: {classes: none, enabled: false}\n",
        SMALL + "pfc: {classes: '3,4'}\n",
        SMALL + "transport: {mtu: '4096', class: 3}\n",
        SMALL + "transport: rocev2\n",
        SMALL + "run: {seed: 9, stop: 1ms, probes: 10us}\n",
        SMALL + "routing: {algorithm: adaptive, grades: [40KB, 80KB]}\n",
        SMALL + "routing: {algorithm: adaptive, grades: '40KB,80KB'}\n",
        SMALL + "routing: {grades: 40KB}\n",
        SMALL + "routing: {grades: none}\n",
        SMALL + "preset: vendor\n",
        SMALL + "overrides: [{select: 'host-*', hosts.drain: 10Gbps}]\n",
        "fabric: leaf-spine\nworkload: [{type: permutation}, {type: incast, fanIn: 3}]\n",
        "fabric: leaf-spine\nworkload: [{type: permutation}, {type: incast, fanIn: 3, transport: tcp, congestion: bbr}]\n",
        "fabric: single\nworkload: [{type: permutation, transport: {class: 4}, congestion: {preset: paper, cnpInterval: 4us}}]\n",
        "fabric: {topology: single, switches: {scheduling: {strict: 6, dwrr: {0: 1, 3: 9}}}}\nworkload: all-reduce\n",
        "fabric: {topology: single, links: {rate: 3.2Tbps, delay: 1us}}\nworkload: {type: poisson, sizes: {10KB: 50%, 1MB: 1}, duration: 1us}\n",
        "fabric: {topology: single}\nworkload: {type: poisson, sizes: 64KB, duration: 1us, hosts: [host-0, host-1..4]}\n",
        "fabric: {nodes: {hosts: [a, b], switches: s}, links: [{a: a, b: s}, {a: b, b: s, cable: 3m}]}\nworkload: permutation\n",
        "fabric: {nodes: {hosts: [a, b, c], switches: s}, links: [{a: a, b: s, rate: 100Mbps}, {a: 'b, c', b: s, rate: 2.88Tbps}]}\nworkload: permutation\n",
        "fabric: {topology: graph, nodes: [{host: a}, {host: b, group: 7}], links: [{a: a, b: b, loss: 0.1}]}\nworkload: permutation\n",
        "fabric: {topology: single}\nworkload: {type: flows, flows: [{from: host-0, to: host-1, size: 1MB}]}\n");
  }

  @ParameterizedTest
  @MethodSource("good")
  void shouldAcceptWhatTheReaderAccepts(String text) {
    assertThat(Scenarios.bad(text)).isEmpty();
    assertThat(SCHEMA.validate(YAML.readTree(text))).isEmpty();
  }

  @Test
  void shouldAcceptPresetsOfAUsersOwn() {
    String text = SMALL + "preset: file:a.yaml\ncongestion: file:b.yaml\npfc: {preset: file:c}\n";
    assertThat(SCHEMA.validate(YAML.readTree(text))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fabric: {topology: single}\n",
        "workload: permutation\n",
        "fabric: {topology: singel}\nworkload: permutation\n",
        "fabric: {topology: single, leaves: 3}\nworkload: permutation\n",
        "fabric: {topology: single, hosts: four}\nworkload: permutation\n",
        "fabric: {topology: single, hosts: 0}\nworkload: permutation\n",
        "fabric: {topology: single, links: {rate: 100}}\nworkload: permutation\n",
        "fabric: {topology: single, links: {rate: 100Gb}}\nworkload: permutation\n",
        "fabric: {topology: single, failures: {link: a/b}}\nworkload: permutation\n",
        "fabric: {topology: graph, nodes: [{tier: 1}], links: []}\nworkload: permutation\n",
        "fabric: {topology: graph, nodes: {hosts: a}}\nworkload: permutation\n",
        "fabric: {topology: single}\nworkload: {type: nosuch}\n",
        "fabric: {topology: single}\nworkload: {size: 1MB}\n",
        "fabric: {topology: single}\nworkload: {type: incast, channels: 2}\n",
        "fabric: {topology: single}\nworkload: []\n",
        "fabric: {topology: single}\nworkload: {type: flows, flows: [{from: a, to: b}]}\n",
        "fabric: {topology: single}\nworkload: {type: permutation, transport: tcp}\n",
        "fabric: {topology: single}\nworkload: [{type: permutation, transport: tpc}]\n",
        "fabric: {topology: single}\nworkload: [{type: permutation, congestion: {kmin: 5KB}}]\n",
        "fabric: {topology: single}\nworkload: [{type: permutation, pfc: true}]\n",
        "fabric: {topology: single}\nworkload: permutation\ncongestion: dcqn\n",
        "fabric: {topology: single}\nworkload: permutation\ncongestion: {kmin: 5}\n",
        "fabric: {topology: single}\nworkload: permutation\ncongestion: {kmin: {100: 5KB}}\n",
        "fabric: {topology: single}\nworkload: permutation\ncongestion: {pmax: 2}\n",
        "fabric: {topology: single}\nworkload: permutation\nrouting: {grades: few}\n",
        "fabric: {topology: single}\nworkload: permutation\ncongestion: {marking: sometimes}\n",
        "fabric: {topology: single}\nworkload: permutation\npfc: {classes: [8]}\n",
        "fabric: {topology: single}\nworkload: permutation\npfc: maybe\n",
        "fabric: {topology: single}\nworkload: permutation\npfc: {preset: paper}\n",
        "fabric: {topology: single}\nworkload: permutation\ntransport: {class: 9}\n",
        "fabric: {topology: single}\nworkload: permutation\nrun:\n",
        "fabric: {topology: single}\nworkload: permutation\nrun: {stop: 5}\n",
        "fabric: {topology: single}\nworkload: permutation\nextra: 1\n",
        "fabric: {topology: single}\nworkload: permutation\noverrides: [{fabric.switches.buffer: 1MiB}]\n",
        "fabric: {topology: single}\nworkload: permutation\noverrides: [{select: '*', run.seed: 3}]\n",
        "fabric: {topology: single}\nworkload: permutation\noverrides: [{select: '*', transport.mtu: 1024}]\n",
        "[]"
      })
  void shouldRefuseWhatTheReaderRefuses(String text) {
    assertThat(Scenarios.bad(text)).isNotEmpty();
    assertThat(valid(text)).isFalse();
  }
}
