package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.Scenarios.bad;
import static dev.headroom.model.scenario.Scenarios.good;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.workload.Workloads;
import dev.headroom.model.yaml.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code workload} as people write it. */
final class WorkloadReaderTest {
  private static final String SMALL =
      "fabric: {topology: single, hosts: 4}\nworkload: permutation\n";

  /** A size that the knob allows may still be too much to send in pieces. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "size: 20000TiB, algorithm: ring, protocol: simple, channels: 16",
        "size: 64TiB, algorithm: tree, protocol: ll, channels: 1",
        "size: 1048576TiB, collective: all-to-all",
        "size: 1048576TiB"
      })
  void shouldRefuseMoreThanCanBeNumbered(String collective) {
    String text =
        "fabric: {topology: rail-optimized, servers: 2, rails: 8}\n"
            + "workload: {type: nccl, machine: dgx-h100, %s}\n".formatted(collective);
    Problem only = bad(text).getFirst();
    assertThat(only.key()).isEqualTo("workload.size");
    assertThat(only.what()).contains("messages");
  }

  @Test
  void shouldReadListedFlowsWithTheirDependencies() {
    String list = "fabric: {topology: single, hosts: 4}\nworkload:\n  type: flows\n  flows:\n";
    Scenario scenario =
        good(
            list
                + "    - {name: first, from: host-0, to: host-1, size: 0B, start: 10us}\n"
                + "    - {from: host-1, to: host-2, size: 1TiB, after: [first]}\n"
                + "    - {from: host-1, to: host-2, size: 1MB, afterCompletion: 1, ports: 10000:100}\n");
    assertThat(scenario.flows().needs(1)).isEqualTo(1);
    assertThat(scenario.flows().bytes(1)).isEqualTo(1L << 40);
    assertThat(scenario.flows().fixedPorts(2)).isEqualTo(10000 << 16 | 100);
    assertThat(bad(list + "    - {from: host-0, to: host-0, size: 1B}\n")).hasSize(1);
    assertThat(bad(list + "    - {from: host-0, to: host-7, size: 1B, after: 9, ports: 1}\n"))
        .hasSize(3);
    assertThat(
            bad(list
                    + "    - {from: host-0, to: host-1, size: 1B, after: 1}\n"
                    + "    - {from: host-1, to: host-0, size: 1B, after: 0}\n")
                .getFirst()
                .what())
        .contains("depends on itself");
  }

  @Test
  void shouldReadWhatListedFlowsAreSetWithForThemselves() {
    String list =
        """
        fabric: {topology: single, hosts: 4}
        workload:
          type: flows
          flows:
            - {from: host-0, to: host-1, size: 1MB}
            - {from: host-0, to: host-1, size: 1MB, %s}
        """;
    FlowProgram flows = good(list.formatted("window: 20KB, baseRtt: 4us")).flows();
    assertThat(flows.overrides(0)).isEqualTo(FlowOverrides.NONE);
    assertThat(flows.overrides(1)).isEqualTo(new FlowOverrides(20_000, 4_000_000));
    assertThat(bad(list.formatted("window: 0B")).getFirst().what()).contains("outside");
    assertThat(bad(list.formatted("baseRtt: 2s")).getFirst().what()).contains("outside");
    assertThat(bad(list.formatted("window: 20"))).hasSize(1);
    assertThat(good(list.formatted("class: 4")).flows().overrides(1))
        .isEqualTo(FlowOverrides.NONE.in(4));
    assertThat(bad(list.formatted("class: 8")).getFirst().what()).contains("outside");
  }

  @Test
  void shouldReadDistributionsFromFilesBesideTheScenario() {
    String text =
        "fabric: {topology: single}\nworkload: {type: poisson, sizes: file:my.cdf, duration: 10us}\n";
    ScenarioReader.Outcome found =
        ScenarioReader.read(
            text,
            "s.yaml",
            List.of(),
            name -> Optional.of("0 0\n1000 100\n").filter(c -> "my.cdf".equals(name)));
    assertThat(found).isInstanceOf(ScenarioReader.Good.class);
    assertThat(bad(text).getFirst().what()).isEqualTo("there is no file 'my.cdf'");
    ScenarioReader.Outcome broken =
        ScenarioReader.read(text, "s.yaml", List.of(), name -> Optional.of("0 0\nx\n"));
    assertThat(((ScenarioReader.Bad) broken).problems().getFirst().what()).contains("line 2");
  }

  private static final String TRACED =
      """
      fabric: {topology: rail-optimized, servers: 2, rails: 8, spines: 1}
      workload: {type: inference, trace: file:requests}
      """;

  private static ScenarioReader.Outcome traced(String content, String... sets) {
    return ScenarioReader.read(
        TRACED,
        "s.yaml",
        List.of(sets),
        name -> Optional.of(content).filter(c -> "requests".equals(name)));
  }

  /** Azure's and Mooncake's say the same; what a scenario writes for it is what they say. */
  @Test
  void shouldReadTracesOfRequestsFromFilesBesideTheScenario() {
    String azure =
        """
        TIMESTAMP,ContextTokens,GeneratedTokens
        2023-11-16 18:15:46.6805900,374,44
        2023-11-16 18:15:46.9305900,1500,9
        """;
    String mooncake =
        """
        {"timestamp": 27482, "input_length": 374, "output_length": 52, "hash_ids": [46, 47]}
        {"timestamp": 27732, "input_length": 1500, "output_length": 26, "hash_ids": []}
        """;
    for (String content : List.of(azure, mooncake)) {
      assertThat(traced(content))
          .isInstanceOfSatisfying(
              ScenarioReader.Good.class,
              good ->
                  assertThat(good.scenario().flows().recipe().parameters().print(Workloads.trace()))
                      .contains("0ns=374,250ms=1500"));
    }
  }

  @Test
  void shouldSayWhereATraceOfRequestsIsWrong() {
    assertThat(
            ((ScenarioReader.Bad) traced("TIMESTAMP,ContextTokens\n2023-11-16 18:15:46,12a\n"))
                .problems())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.file()).isEqualTo("requests");
          assertThat(problem.line()).isEqualTo(2);
          assertThat(problem.column()).isEqualTo(21);
          assertThat(problem.key()).isEqualTo("workload.trace");
          assertThat(problem.what()).isEqualTo("'12a' is not a number of tokens");
          assertThat(problem.right()).isEqualTo("a whole number from 1 to 10000000");
        });
    assertThat(bad(TRACED).getFirst().what()).isEqualTo("there is no file 'requests'");
  }

  @Test
  void shouldDrawTheSameWorkloadForEveryVariantOfAScenario() {
    String text = "fabric: {topology: fat-tree}\nworkload: permutation\n";
    Scenario one = good(text);
    Scenario other =
        good(text, "congestion=none", "fabric.switches.buffer=8MiB", "routing.salt=none");
    for (int flow = 0; flow < one.flows().flows(); flow++) {
      assertThat(other.flows().destination(flow)).isEqualTo(one.flows().destination(flow));
    }
    Scenario reseeded = good(text, "run.seed=2");
    assertThat(IntStream.range(0, 16).map(reseeded.flows()::destination).toArray())
        .isNotEqualTo(IntStream.range(0, 16).map(one.flows()::destination).toArray());
  }

  @Test
  void shouldReadAFlowThatIsAsGoodAsEndless() {
    assertThat(good(SMALL, "workload.size=1TiB").flows().bytes(0)).isEqualTo(1L << 40);
    assertThat(good(SMALL, "workload.size=0B").flows().bytes(0)).isZero();
  }

  /** Each goes by steps of its own, whichever place it has. */
  @Test
  void shouldTakeSchedulesBesideOthers() {
    String text = "fabric: {topology: single, hosts: 8}\nworkload:\n";
    FlowProgram flows =
        good(text
                + "  - {type: incast, fanIn: 2, size: 1KiB}\n"
                + "  - {type: gloo, size: 1MiB, hosts: host-0..3}\n"
                + "  - {type: halo, size: 1KiB, hosts: \"host-7,host-5\"}\n")
            .flows();
    assertThat(flows.schedules()).extracting(ScheduledPart::part).containsExactly(1, 2);
    for (ScheduledPart part : flows.schedules()) {
      ScheduledFlows own = part.flows();
      assertThat(part.has(part.firstFlow() - 1)).isFalse();
      assertThat(part.has(part.firstFlow() + own.flows())).isFalse();
      for (int flow = 0; flow < own.flows(); flow++) {
        assertThat(part.has(part.firstFlow() + flow)).isTrue();
        assertThat(flows.part(part.firstFlow() + flow)).isEqualTo(part.part());
        assertThat(flows.source(part.firstFlow() + flow)).isEqualTo(own.source(flow));
        assertThat(own.firstFlow(own.line(flow))).isLessThanOrEqualTo(flow);
      }
    }
    ScheduledFlows halo = flows.schedules().getLast().flows();
    assertThat(IntStream.range(0, halo.ranks()).map(halo::hostOf)).containsExactly(7, 5);
    assertThat(halo.placeOf(5)).isEqualTo(1);
    assertThat(halo.placeOf(0)).isEqualTo(-1);
    assertThat(IntStream.range(0, halo.flows()).map(halo::source).distinct())
        .containsExactlyInAnyOrder(5, 7);
  }

  /** A job is told what is wrong with its own hosts, not with all that there are. */
  @Test
  void shouldTakeTheHostsOfAJobForAllThatItHas() {
    String fabric = "fabric: {topology: rail-optimized, rails: 8, servers: 4}\n";
    String job = "workload: {type: nccl, machine: dgx-h100, hosts: \"%s\"}\n";
    assertThat(good(fabric + job.formatted("host-1-*,host-3-*")).flows().schedules())
        .singleElement()
        .satisfies(part -> assertThat(part.flows().ranks()).isEqualTo(16));
    assertThat(bad(fabric + job.formatted("host-1-rail-0..3")).getFirst().what())
        .isEqualTo("4 hosts cannot be divided into whole machines with 8 NICs each");
  }
}
