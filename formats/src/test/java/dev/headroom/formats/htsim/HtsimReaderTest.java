package dev.headroom.formats.htsim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.formats.FormatException;
import dev.headroom.formats.NotExpressibleException;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.workload.FlowList;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtsimReaderTest {
  private static final String MATRIX =
      """
      # three flows, one after two others
      Nodes 8
      Connections 3
      Triggers 1
      Failures 1
      0->1 id 1 start 0 size 2000000 send_done_trigger 1
      2->3 id 2 start 5000000 size 1000 recv_done_trigger 1
      4->5 id 3 trigger 1 size 500
      trigger id 1 barrier count 2
      failure switch_type AGG switch_id 1 link_id 1
      """;

  /** Two pods of two ToRs of two hosts; two aggregation switches a pod; four cores. */
  private static final String TOPOLOGY =
      """
      # comment
      Nodes 8
      Tiers 3
      Podsize 4

      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 2
      Radix_Up 2
      Downlink_Latency_ns 500
      Switch_Latency_ns 100

      Tier 1
      downlink_speed_gbps 200
      radix_down 2
      radix_up 2
      downlink_latency_ns 1000
      switch_latency_ns 100
      oversubscribed 1

      Tier 2
      Downlink_speed_Gbps 200
      Radix_Down 2
      Downlink_Latency_ns 2000
      Switch_Latency_ns 300
      """;

  @TempDir private Path folder;

  @Test
  void buildsTheTreeAsThere() throws IOException {
    Fabric fabric = read(MATRIX, tree()).scenario().fabric();

    assertThat(fabric.hosts()).hasSize(8);
    assertThat(fabric.switches())
        .extracting(Node::name)
        .containsExactly(
            "tor-0", "tor-1", "tor-2", "tor-3", "agg-0", "agg-1", "agg-2", "agg-3", "core-0",
            "core-1", "core-2", "core-3");
    // Two hosts and two aggregation switches at each ToR; each pod's agg 1 reaches cores 1 and 3.
    assertThat(fabric.links()).hasSize(8 + 8 + 8);
    assertThat(peers(fabric, "tor-3")).containsExactly("host-6", "host-7", "agg-2", "agg-3");
    assertThat(peers(fabric, "agg-1")).containsExactly("tor-0", "tor-1", "core-1", "core-3");
    assertThat(peers(fabric, "core-2")).containsExactly("agg-0", "agg-2");
  }

  @Test
  void latenciesThatDifferByTierAreOverrides() throws IOException {
    var scenario = read(MATRIX, tree()).scenario();
    Fabric fabric = scenario.fabric();

    assertThat(scenario.at(fabric.nodes().get(8)).get(SwitchKnobs.SWITCH_LATENCY))
        .isEqualTo(Time.ofNanos(100));
    assertThat(scenario.at(fabric.nodes().getLast()).get(SwitchKnobs.SWITCH_LATENCY))
        .isEqualTo(Time.ofNanos(300));
    assertThat(fabric.links().getLast().delay()).isEqualTo(Time.ofNanos(2000));
  }

  @Test
  void aFailureIsALinkThatIsDownFromTheStart() throws IOException {
    var scenario = read(MATRIX, tree()).scenario();

    assertThat(scenario.failures()).hasSize(1);
    var event = scenario.failures(LinkEvent.class).getFirst();
    var link = scenario.fabric().links().get(event.link());
    assertThat(event.at()).isEqualTo(Time.ZERO);
    assertThat(scenario.fabric().nodes().get(link.a()).name()).isEqualTo("agg-1");
    assertThat(scenario.fabric().nodes().get(link.b()).name()).isEqualTo("core-3");
  }

  @Test
  void aBarrierWaitsForAllThatFireIt() throws IOException {
    FlowProgram flows = read(MATRIX, tree()).scenario().flows();

    assertThat(flows.startPs(1)).isEqualTo(5_000_000);
    assertThat(flows.needs(2)).isEqualTo(2);
    assertThat(dependents(flows, 0, false)).containsExactly(2);
    assertThat(dependents(flows, 1, true)).containsExactly(2);
  }

  @Test
  void aMultishotStartsOneFlowEachTime() throws IOException {
    String matrix =
        """
        Nodes 8
        Connections 3
        Triggers 1
        0->1 id 1 start 0 size 10 send_done_trigger 7
        0->2 id 2 trigger 7 size 10 send_done_trigger 7
        0->3 id 3 trigger 7 size 10
        trigger id 7 multishot
        """;
    HtsimInput input = read(matrix, tree());

    assertThat(dependents(input.scenario().flows(), 0, false)).containsExactly(1);
    assertThat(dependents(input.scenario().flows(), 1, false)).containsExactly(2);
    assertThat(input.warnings())
        .extracting(p -> p.line() + " " + p.what())
        .containsExactly("7 multishot 7 starts flows in the order in which other flows finish");
  }

  @Test
  void bundlesAreParallelLinks() throws IOException {
    String topology =
        """
        Nodes 8
        Tiers 2
        Podsize 8
        Tier 0
        Downlink_speed_Gbps 100
        Radix_Down 4
        Radix_Up 4
        Downlink_Latency_ns 1000
        Tier 1
        Downlink_speed_Gbps 100
        Radix_Down 4
        Downlink_Latency_ns 1000
        Bundle 2
        """;
    Fabric fabric = read(MATRIX.replace("AGG", "TOR"), topology).scenario().fabric();

    assertThat(peers(fabric, "tor-0"))
        .containsExactly(
            "host-0", "host-1", "host-2", "host-3", "agg-0", "agg-0", "agg-1", "agg-1");
  }

  @Test
  void writesWhatItReads() throws IOException {
    FlowProgram flows = read(MATRIX, tree()).scenario().flows();
    StringBuilder text = new StringBuilder();
    ConnectionMatrixWriter.write(flows, 8, text);

    assertThat(text.toString())
        .isEqualTo(
            """
            Nodes 8
            Connections 3
            Triggers 1
            0->1 id 1 start 0 size 2000000 send_done_trigger 1
            2->3 id 2 start 5000000 size 1000 recv_done_trigger 1
            4->5 id 3 trigger 1 size 500
            trigger id 1 barrier count 2
            """);
  }

  @Test
  void refusesToWriteWhatTheFormatHasNoWordsFor() {
    FlowList twoTriggers =
        new FlowList(
            List.of(
                FlowList.Entry.at(0, 1, 10, 0),
                FlowList.Entry.at(2, 3, 10, 0),
                new FlowList.Entry(1, 2, 10, 0, List.of(), List.of(0), -1),
                new FlowList.Entry(3, 4, 10, 0, List.of(), List.of(0, 1), -1)));
    assertThatThrownBy(() -> ConnectionMatrixWriter.write(twoTriggers, 8, new StringBuilder()))
        .isInstanceOf(NotExpressibleException.class)
        .hasMessageContaining("flow 0 belongs to several different sets of awaited flows");
    FlowList large = new FlowList(List.of(FlowList.Entry.at(0, 1, 1L << 40, 0)));
    assertThatThrownBy(() -> ConnectionMatrixWriter.write(large, 8, new StringBuilder()))
        .isInstanceOf(NotExpressibleException.class)
        .hasMessageContaining("htsim accepts 1 to 2147483647");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          Connections 3          | Connections 5      | x.cm:3:1: Connections says 5, but the file has 3 valid entries; the file may be truncated
          Connections 3          | Connections 2      | correct the count
          Triggers 1             | "# "               | missing line Triggers; begin with Triggers 1
          Nodes 8                | "# "               | the line Nodes is missing
          Nodes 8                | Nodes eight        | 'eight' is not a valid value after Nodes
          Nodes 8                | Nodes 16           | it is for 16 hosts, but the topology has 8
          4->5                   | 4->9               | x.cm:8:1: host 9 of 8; hosts are 0 to 7
          4->5                   | 4->4               | a flow from a host to itself
          4->5                   | 4>5                | '4>5' is not the start of a connection matrix line
          id 3                   | id 2               | id 2 is already used by another flow
          id 3                   | id 0               | write a whole number from 1
          size 500               | size 0             | size 0, which never ends in htsim
          size 500               | sise 500           | 'sise' is not a key of a flow; did you mean size?
          size 500               | size               | no value after size
          start 5000000          | start 5 trigger 1  | it has both a start and a trigger
          start 5000000          | "prio 3"           | it has no start
          trigger 1 size         | trigger 4 size     | it waits for trigger 4, which is not listed
          recv_done_trigger 1    | recv_done_trigger 9| it fires trigger 9, which is not listed
          recv_done_trigger 1    | ""                 | trigger 1 is fired by 1 flows; its count is 2
          barrier count 2        | oneshot            | trigger 1 is fired by 2 flows; a oneshot trigger accepts one flow
          barrier count 2        | barrier            | a barrier without count
          barrier count 2        | count 2            | a trigger without kind
          start 0                | trigger 1          | it waits for itself through a cycle of triggers
          switch_type AGG        | switch_type SPINE  | 'SPINE' is not a switch type
          switch_id 1            | switch_id 4        | no AGG switch 4
          link_id 1              | link_id 2          | this switch has no link 2
          """)
  void refusesMatrices(String part, String instead, String message) {
    refuses(bend(MATRIX, part, instead), TOPOLOGY, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          Podsize 4              | Podsize 3          | podsize 3 does not divide nodes 8
          Podsize 4              | "# "               | missing line podsize
          Tiers 3                | Tiers 4            | 4 tiers; a fat tree has 2 or 3
          Tiers 3                | Tiers 2            | tier 1, the top, has radix_up
          Tier 2                 | Tier 1             | tier 1 is given twice
          Tier 2                 | Tier 3             | '3' is not a valid value after tier
          Radix_Up 2             | Radix_Upp 2        | x.topo:9:1: 'Radix_Upp' is not a known key; did you mean radix_up?
          Radix_Up 2             | Radix_Up 2 2       | the line has more than a key
          Radix_Up 2             | "# "               | tier 0 has no radix_up
          radix_down 2           | radix_down 4       | tier 1 has radix_down 4, but 2 links from the tier below
          Downlink_Latency_ns 500| "# "               | tier 0 has no downlink_latency_ns
          oversubscribed 1       | bundle 3           | its bundle 3 does not divide the radix_up below 2
          """)
  void refusesTopologies(String part, String instead, String message) {
    refuses(MATRIX, bend(TOPOLOGY, part, instead), message);
  }

  @Test
  void aLinkHasOneRate() throws IOException {
    write(MATRIX, tree());
    assertThatThrownBy(() ->
            HtsimReader.read(
                folder.resolve("x.cm"), folder.resolve("x.topo"), Optional.of(Rate.ofGbps(400))))
        .hasMessageContaining("tier 0 has 100Gbps, but the requested link speed is 400Gbps");
  }

  @Test
  void warnsWhereRadixesAndOversubscriptionDisagree() throws IOException {
    HtsimInput input = read(MATRIX, TOPOLOGY);
    // 2 · 100 Gb/s down, 2 · 200 Gb/s up.
    assertThat(input.warnings()).singleElement().asString().contains("give 0.500");
  }

  /** The same with equal speeds, so that nothing is to be warned of. */
  private static String tree() {
    return TOPOLOGY.replace("bps 200", "bps 100");
  }

  private static String bend(String text, String part, String instead) {
    assertThat(text).contains(part);
    return text.replaceFirst(Pattern.quote(part), instead);
  }

  private void write(String matrix, String topology) throws IOException {
    Files.writeString(folder.resolve("x.cm"), matrix);
    Files.writeString(folder.resolve("x.topo"), topology);
  }

  private HtsimInput read(String matrix, String topology) throws IOException {
    write(matrix, topology);
    return HtsimReader.read(folder.resolve("x.cm"), folder.resolve("x.topo"), Optional.empty());
  }

  private void refuses(String matrix, String topology, String message) {
    FormatException e = catchThrowableOfType(FormatException.class, () -> read(matrix, topology));
    assertThat(e).isNotNull().hasMessageContaining(message);
  }

  private static List<String> peers(Fabric fabric, String name) {
    Node node =
        fabric.nodes().stream().filter(n -> n.name().equals(name)).findFirst().orElseThrow();
    return fabric.ports().get(node.id()).stream()
        .map(link -> fabric.nodes().get(fabric.links().get(link).other(node.id())).name())
        .toList();
  }

  private static List<Integer> dependents(FlowProgram flows, int flow, boolean delivered) {
    List<Integer> found = new ArrayList<>();
    if (delivered) {
      flows.whenDelivered(flow, found::add);
    } else {
      flows.whenCompleted(flow, found::add);
    }
    return found;
  }
}
