package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.Scenarios.bad;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.yaml.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people get wrong in scenarios, and what they are told. */
final class ScenarioMistakesTest {
  private static final String SMALL =
      "fabric: {topology: single, hosts: 4}\nworkload: permutation\n";

  @Test
  void shouldReportAllProblemsAtOnceInOrderEachWithItsPlace() {
    List<Problem> problems =
        bad(
            """
            nmae: x
            fabric:
              topology: leaf-spine
              leafs: 8
              links: {rate: 5Mbps, cable: 30}
            congestion: dcqn
            transport: {mtu: 5000}
            workload: {type: all-reduce, sise: 5MB}
            run: {stop: 0s}
            """);
    assertThat(problems.stream().map(Problem::toString))
        .containsExactly(
            "s.yaml:1:1: nmae: there is no such section; did you mean 'name'?",
            "s.yaml:4:3: fabric.leafs: there is no such key; did you mean 'leaves'?",
            "s.yaml:5:17: fabric.links.rate: 5Mbps is outside 100Mbps to 3.2Tbps; default 400Gbps",
            "s.yaml:5:31: fabric.links.cable: '30' has no unit; a length is written like 30m or"
                + " 2km",
            "s.yaml:6:13: congestion.preset: 'dcqn' is not a preset; did you mean 'dcqcn'?; the"
                + " presets are paper, vendor, article, hpcc-ns3, htsim, irn, uec, spectrum-x, infiniband,"
                + " rocev1, srd, falcon, tcp, iwarp, cxl, uet-2024, "
                + CongestionKnobs.ALGORITHM.type().words().stream()
                    .filter(word -> !"srd".equals(word)) // a preset, too
                    .collect(Collectors.joining(", ")),
            "s.yaml:7:13: transport.mtu: 5000 is not a path MTU of InfiniBand or RoCE;"
                + " 256, 512, 1024, 2048 or 4096",
            "s.yaml:8:30: workload.sise: there is no such key; did you mean 'size'?",
            "s.yaml:9:13: run.stop: 0ns is outside 1ps to 1000000s; default 10s");
  }

  /** Nor does the key, if it is misspelt. */
  @Test
  void shouldReadTheRestUnderAMisspeltKeyToo() {
    assertThat(
            bad(
                """
                fabric:
                  topolgy: leaf-spine
                  leaves: 8
                  spines: 8x
                  links: {rate: 400}
                workload: {tpye: all-reduce, size: 64, repeet: 2}
                """))
        .extracting(Object::toString)
        .anySatisfy(text -> assertThat(text).contains("did you mean 'type'?"))
        .anySatisfy(text -> assertThat(text).contains("'64' has no unit"))
        .anySatisfy(text -> assertThat(text).contains("did you mean 'repeat'?"))
        .anySatisfy(text -> assertThat(text).contains("did you mean 'topology'?"))
        .anySatisfy(text -> assertThat(text).contains("'8x' is not a whole number"))
        .anySatisfy(text -> assertThat(text).contains("'400' has no unit"))
        .filteredOn(text -> text.contains("topolgy"))
        .hasSize(1);
  }

  /** A misspelt topology hides nothing else: the rest is read as that which was probably meant. */
  @Test
  void shouldReadOnBehindATopologyThatIsMisspelt() {
    assertThat(
            bad(
                """
                fabric:
                  topology: leafspine
                  leafs: 8
                  links: {rate: 400G}
                transport: roce
                workload: permutation
                """))
        .extracting(Problem::toString)
        .satisfiesExactly(
            told -> assertThat(told).contains("2:13", "did you mean 'leaf-spine'?"),
            told -> assertThat(told).contains("3:3", "did you mean 'leaves'?"),
            told ->
                assertThat(told)
                    .contains("4:17", "'G' is not a unit of rate", "did you mean '400Gbps'?"),
            told -> assertThat(told).contains("5:12", "did you mean 'rocev2'?"));
  }

  @Test
  void shouldTellOnceOfARangeOfNodesThatAreNotThere() {
    assertThat(
            bad(
                """
                fabric:
                  nodes: {hosts: [gpu-0..3], switches: [leaf]}
                  links:
                    - {a: gpu-0..9, b: leaf}
                    - {a: "leaf, gpu-0", b: leaf}
                workload: permutation
                """))
        .extracting(Problem::toString)
        .containsExactly(
            "s.yaml:4:8: fabric.links.a: there is no node 'gpu-4'; did you mean 'gpu-0'?; declare"
                + " it under fabric.nodes",
            "s.yaml:5:7: fabric.links: both ends are leaf; a link connects two nodes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          links: {rate: 1Gbps}| s.yaml:3:1: links: there is no such section; it belongs to fabric:, indented below it
          fanIn: 3            | s.yaml:3:1: fanIn: there is no such section; it belongs to workload:, indented below it
          topology: single    | s.yaml:3:1: topology: there is no such section; it belongs to fabric:, indented below it
          kmin: 1KB           | s.yaml:3:1: kmin: there is no such section; it belongs to congestion:
          """)
  void shouldSayWhereAKeyBelongs(String line, String told) {
    assertThat(bad(SMALL + line + "\n")).extracting(Problem::toString).containsExactly(told);
  }

  /** An option has no lines to indent. */
  @ParameterizedTest
  @CsvSource({
    "kmin=100KB, congestion.kmin",
    "fanIn=3, workload.fanIn",
    "seed=2, run.seed",
    "hostsPerLeaf=2, fabric.hostsPerLeaf"
  })
  void shouldSayTheWholeKeyThatAnOptionMeans(String set, String meant) {
    assertThat(Scenarios.bad(SMALL, set))
        .singleElement()
        .asString()
        .contains("did you mean " + meant + "?");
  }

  /** What an override sets meets what holds elsewhere; and whom it selects has to have it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {select: leaf-0, congestion.kmin: 2MB}     | congestion.kmin: kmin 2MB is above kmax 1.6MB for ports of 100Gbps
          {select: leaf-0/host-0, congestion.kmax: 1KB} | congestion.kmax: kmin 400KB is above kmax 1KB
          {select: host-0, congestion.kmin: 1KB}     | congestion.kmin: 'host-0' selects only hosts, which do not have this setting; select switches
          {select: leaf-*, hosts.drain: 1Gbps}       | hosts.drain: 'leaf-*' selects only switches, which do not have this setting; select hosts
          """)
  void shouldSayWhatAnOverrideCannot(String override, String told) {
    String text = "fabric: {topology: leaf-spine, links: {rate: 100Gbps}}\nworkload: permutation\n";
    assertThat(bad(text + "overrides: [" + override + "]\n"))
        .singleElement()
        .asString()
        .contains(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fabric.failures.4.down=1us       | fabric.failures.4: fabric.failures is a list of length 1, with indices 0 to 0; one of these
          fabric.switches.scheduling=dwrr:3=1,3=2 | class 3 appears more than once
          fabric.switches.scheduling=strict:3 dwrr:3=1 | class 3 appears more than once
          """)
  void shouldSayWhatThereIsOnceOnly(String set, String told) {
    String text =
        """
        fabric: {topology: leaf-spine, failures: [{link: leaf-0/spine-0, down: 1ms}]}
        workload: permutation
        """;
    assertThat(Scenarios.bad(text, set)).first().asString().contains(told);
  }

  @Test
  void shouldShowTheBeginningOfALongText() {
    assertThat(bad("1 2 3 ".repeat(100)))
        .singleElement()
        .asString()
        .contains("1 2...' instead of a scenario")
        .hasSizeLessThan(200);
  }

  /** ACKs count whole units, and a message that is shorter is one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          window: 4KiB, goBackUnit: 32KiB                    | '4KiB is 1 of the 8 packets that one ACK covers (transport.goBackUnit): no ACK would be sent; over 28KiB, or a smaller unit'
          window: 29KiB, goBackUnit: 32KiB                   | ''
          window: 4KiB, goBackUnit: 1MiB, messageSize: 4KiB  | ''
          window: 4KiB, goBackUnit: 32KiB, operation: read   | ''
          window: 4KiB, goBackUnit: 4000B                    | ''
          """)
  void shouldSayThatAWindowHoldsNoUnit(String transport, String told) {
    String text = SMALL + "transport: {" + transport + "}\n";
    if (told.isEmpty()) {
      Scenarios.good(text);
      return;
    }
    assertThat(bad(text)).singleElement().asString().endsWith(told);
    assertThat(
            bad(
                "fabric: {topology: single, hosts: 4}\n"
                    + "transport: {goBackUnit: 32KiB}\n"
                    + "workload: {type: flows, flows: [{from: host-0, to: host-1, size: 1MB,"
                    + " window: 4KiB}]}\n"))
        .singleElement()
        .asString()
        .endsWith(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          receiver: host-9      | there is no host 'host-9'; the scenario has 4 hosts, host-0 to host-3
          receiver: hots-2      | there is no host 'hots-2'; did you mean 'host-2'?
          receiver: node7       | there is no host 'node7'; the scenario has 4 hosts, host-0 to host-3
          hosts: host-0..5      | there is no host 'host-4'; the scenario has 4 hosts, host-0 to host-3
          hosts: host-3..0      | 'host-3..0' is a descending range; write the lower number first
          hosts: gpu-*          | 'gpu-*' selects no further host; the scenario has 4 hosts, host-0 to host-3
          """)
  void shouldSayWhichHostsThereAre(String line, String told) {
    String text =
        "fabric: {topology: single, hosts: 4}\nworkload:\n  type: incast\n  " + line + "\n";
    assertThat(bad(text)).extracting(Problem::toString).singleElement().asString().endsWith(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'fabric:\ntopology: single\n  hosts: 4\n' | keys of one block must begin in the same column, and a value with ': ' in it needs quotes
          'fabric:\n  hosts: 4\n topology: single\n'| keys of one block must begin in the same column, and a value with ': ' in it needs quotes
          'name: a: b\n'                            | keys of one block must begin in the same column, and a value with ': ' in it needs quotes
          'name: x\nfabric: "single\n'              | close the quotes of line 2
          'fabric:\n  hosts: 4\n  spines 4\n'         | write KEY: VALUE
          'fabric: {hosts: 4\nworkload: x\n'        | close the bracket of line 1, and separate its entries with commas
          """)
  void shouldSayWhatWouldBeYaml(String text, String told) {
    assertThat(bad(text.replace("\\n", "\n")))
        .singleElement()
        .satisfies(problem -> assertThat(problem.right()).as(problem.what()).isEqualTo(told));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# nothing\n",
        "[1, 2]",
        "just text",
        "fabric: [",
        "a: b: c",
        "\tfabric: x",
        "fabric: {topology: single\n",
        "&a [*a]",
        "? [x]\n: y",
        "fabric: !!binary x",
        "%YAML 3.0\n---\nx: 1",
        "a: 1\n---\nb: 2",
        "\u0000",
        "key: \"unclosed",
        "fabric: &x {links: *x}\nworkload: permutation",
        "fabric: ~",
        "fabric:\nworkload:\n",
        "- - -",
        "*unknown"
      })
  void shouldReportMalformedFilesWithALineAndNeverThrow(String text) {
    assertThat(bad(text))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.line()).isPositive())
        .allSatisfy(problem -> assertThat(problem.file()).isEqualTo("s.yaml"));
  }

  @Test
  void shouldNameTheLineOfASyntaxError() {
    assertThat(bad("fabric:\n  topology: single\n hosts: 4\n").getFirst().line()).isEqualTo(3);
    assertThat(bad("fabric:\n\ttopology: single\n").getFirst().toString())
        .contains("s.yaml:2:1")
        .contains("tabs");
  }

  @Test
  void shouldKnowAMisspeltKeyThatItCannotDoWithout() {
    assertThat(bad("fabric:\n  topolgy: single\nworkload: {tpye: permutation}\n"))
        .extracting(Object::toString)
        .satisfiesExactlyInAnyOrder(
            topology ->
                assertThat(topology)
                    .startsWith(
                        "s.yaml:2:3: fabric.topolgy: there is no such key; did you mean"
                            + " 'topology'?"),
            type ->
                assertThat(type)
                    .startsWith(
                        "s.yaml:3:12: workload.tpye: there is no such key; did you mean 'type'?"));
  }

  @Test
  void shouldRefuseTags() {
    assertThat(
            bad(
                """
                name: !!java.net.URL x
                fabric: {topology: single, hosts: !count 4}
                workload: !!set {type: permutation}
                """))
        .extracting(Problem::toString)
        .containsExactly(
            "s.yaml:1:7: name: '!!java.net.URL' is a tag, but a scenario has none; remove "
                + "it and write the value alone",
            "s.yaml:2:35: fabric.hosts: '!count' is a tag, but a scenario has none; remove "
                + "it and write the value alone",
            "s.yaml:3:11: workload: '!!set' is a tag, but a scenario has none; remove it "
                + "and write the value alone");
  }

  @Test
  void shouldTakeTagsThatSayWhatIsWritten() {
    assertThat(
            ScenarioReader.read(
                """
                name: !!str no
                fabric: !!map {topology: single, hosts: !!int 4}
                workload: permutation
                """,
                "s.yaml",
                List.of()))
        .isInstanceOf(ScenarioReader.Good.class);
  }

  /** What is spoken over TCP does not run over RDMA without a word. */
  @ParameterizedTest
  @ValueSource(strings = {"nvme-tcp", "object-tcp"})
  void shouldRefuseStorageOverTcpOnAnotherTransport(String protocol) {
    String storage =
        "fabric: {topology: single, hosts: 4}\nworkload: {type: storage, protocol: %s}\n"
            .formatted(protocol);
    assertThat(bad(storage))
        .singleElement()
        .asString()
        .contains(
            "workload.protocol: %s requires TCP, but the transport is rocev2".formatted(protocol),
            "transport: tcp");
    assertThat(ScenarioReader.read(storage + "transport: tcp\n", "s.yaml", List.of()))
        .isInstanceOf(ScenarioReader.Good.class);
  }

  @Test
  void shouldReportDuplicateKeys() {
    assertThat(bad("fabric: {topology: single, hosts: 4, hosts: 5}\nworkload: permutation\n"))
        .singleElement()
        .hasToString(
            "s.yaml:1:38: fabric.hosts: this key is a duplicate; the first is in line 1; "
                + "keep one of them");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fabric.switches.buffer=100",
        "fabric.switches.buffer=-1KB",
        "congestion.kmin=20",
        "congestion.pmax=1.5",
        "congestion.kmin=16GiB",
        "transport.mtu=1000",
        "transport.messageSize=3GiB",
        "transport.class=8",
        "pfc.classes=[3, 8]",
        "run.stop=0s",
        "run.stop=5",
        "congestion.g=NaN",
        "congestion.cnpInterval=5",
        "fabric.links.rate=4Tbps",
        "fabric.links.delay=1us2",
        "congestion=foo",
        "nosuch.key=1",
        "nokey",
        "fabric.switches.reserved=64MiB",
        "workload.size=5",
        "congestion.kmin.x=3KB",
        "fabric.hosts=0",
        "=3",
        "overrides=3",
        "overrides=[{select: nobody}]",
        "fabric.failures=[{link: a/b, down: 1ms}]",
        "congestion.byteCounter={a: 1}",
        "transport.retryCount=8"
      })
  void shouldRefuseBadOptionsAndNameThem(String set) {
    List<Problem> problems = bad(SMALL, set);
    assertThat(problems).isNotEmpty();
    assertThat(problems.getFirst().toString()).startsWith("--set " + set);
  }

  @Test
  void shouldNameHostsOnIslands() {
    assertThat(
            bad(
                """
                fabric:
                  nodes: {hosts: [a, b], switches: [s, t]}
                  links:
                    - {a: a, b: s}
                    - {a: b, b: t}
                workload: permutation
                """))
        .singleElement()
        .satisfies(problem -> assertThat(problem.what()).isEqualTo("no links connect b with a"))
        .satisfies(problem -> assertThat(problem.line()).isEqualTo(3));
  }

  @Test
  void shouldWantExactlyOneLinkOfAHost() {
    List<Problem> problems =
        bad(
            """
            fabric:
              topology: graph
              nodes: {hosts: [a, b, c], switches: [s, t]}
              links:
                - {a: a, b: s}
                - {a: a, b: t}
                - {a: b, b: s}
                - {a: s, b: t}
            workload: permutation
            """);
    assertThat(problems)
        .extracting(Problem::what)
        .containsExactly("host a has 2 links", "host c has no link");
    assertThat(problems)
        .allSatisfy(problem -> {
          assertThat(problem.line()).isEqualTo(4);
          assertThat(problem.key()).isEqualTo("fabric.links");
          assertThat(problem.right()).contains("exactly one");
        });
  }

  @Test
  void shouldReportWhatIsWrongWithAGraph() {
    List<Problem> problems =
        bad(
            """
            fabric:
              topology: graph
              nodes: {hosts: [a, a, "x y"], switchs: [s]}
              links:
                - {a: a, b: nosuch, rate: 1Gbps}
                - {a: a, b: a}
                - {a: a, delay: 1us, cable: 3m}
            workload: permutation
            """);
    assertThat(problems.stream().map(Problem::line)).contains(3, 5, 6, 7);
    assertThat(problems).hasSizeGreaterThanOrEqualTo(7);
  }

  @Test
  void shouldSayHowManyAliasesThereMayBe() {
    assertThat(bad("x: &s [1]\na: [" + "*s, ".repeat(51) + "]\n"))
        .singleElement()
        .satisfies(problem ->
            assertThat(problem.toString())
                .contains("more than 50 aliases (*NAME)", "at most 50")
                .doesNotContain("not YAML"));
  }

  @Test
  void shouldRefuseBracketsInBracketsWithoutEnd() {
    assertThat(bad("a: " + "[".repeat(20_000) + "]".repeat(20_000)))
        .singleElement()
        .satisfies(problem -> assertThat(problem.toString()).contains("nested too deeply"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: permutation, size: [1KB]} | a list instead of a size",
        "{type: permutation, start: {a: 1}} | a block of keys instead of a time",
        "{type: permutation, size: 100kb} | did you mean '100KB'?",
        "{type: permutation, size: 1MIB} | did you mean '1MiB'?",
      })
  void shouldTakeNoListsWhereAQuantityBelongsNorGuessAtUnits(String workload, String complaint) {
    assertThat(bad("fabric: {topology: single, hosts: 4}\nworkload: " + workload))
        .singleElement()
        .satisfies(problem -> assertThat(problem.toString()).contains(complaint));
  }

  @Test
  void shouldSayOnceWhatWasMeant() {
    assertThat(
            bad("fabric: single\nworkload: {type: poisson, sizes: Websearch}")
                .getFirst()
                .toString()
                .split("did you mean", -1))
        .hasSize(2);
  }

  @Test
  void shouldGuessAtFullNamesInOverrides() {
    assertThat(bad(SMALL + "overrides: [{select: host-*, hosts.recieveBuffer: 1MiB}]\n").getFirst())
        .hasToString(
            "s.yaml:3:30: hosts.recieveBuffer: there is no such key;"
                + " did you mean 'hosts.receiveBuffer'?");
  }
}
