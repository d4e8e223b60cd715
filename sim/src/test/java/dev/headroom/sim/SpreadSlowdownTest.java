package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.measure.FlowResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slowdown of flows whose packets are spread over ways that need not be alike. */
final class SpreadSlowdownTest {
  private static final String FAT_TREE = "fabric: {topology: fat-tree, k: 4, links: {%s}}\n";

  /** Two ways from host to host, one of them slower and longer. */
  private static final String UNLIKE =
      """
      fabric:
        topology: graph
        nodes:
          - {host: a}
          - {host: b}
          - {switch: left}
          - {switch: right}
          - {switch: fast}
          - {switch: slow}
        links:
          - {a: a, b: left, rate: 100Gbps, delay: 1us}
          - {a: b, b: right, rate: 100Gbps, delay: 1us}
          - {a: left, b: fast, rate: 100Gbps, delay: 1us}
          - {a: right, b: fast, rate: 100Gbps, delay: 1us}
          - {a: left, b: slow, rate: 25Gbps, delay: 3us}
          - {a: right, b: slow, rate: 100Gbps, delay: 3us}
      """;

  private static List<FlowResult> run(String text, String... sets) {
    Scenario scenario =
        switch (ScenarioReader.read(text, "spread", List.of(sets))) {
          case ScenarioReader.Good(Scenario good) -> good;
          case ScenarioReader.Bad bad -> throw new AssertionError(bad.toString());
        };
    List<FlowResult> flows = new ArrayList<>();
    Simulation.run(scenario, RunOptions.DEFAULT, flows::add, ProgressListener.SILENT);
    return flows;
  }

  @ParameterizedTest(name = "{0}, hosts and uplinks {1}, {2}, {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "uec | rate: 400Gbps, uplinkRate: 100Gbps | 1MB | write",
        "uec | rate: 100Gbps, uplinkRate: 400Gbps | 6KB | write",
        "uec | rate: 100Gbps | 4200B | send",
        "srd | rate: 400Gbps, uplinkRate: 100Gbps | 200KB | read",
        "srd | rate: 400Gbps, uplinkRate: 100Gbps | 9KB | write",
        "srd | rate: 100Gbps | 0B | write",
        "falcon | rate: 400Gbps, uplinkRate: 100Gbps | 100KB | write",
        "roce | rate: 400Gbps, uplinkRate: 100Gbps | 100KB | write",
      })
  void shouldBeAtLeastOneWhereHostsAreNotAsFastAsUplinks(
      String transport, String links, String size, String verb) {
    String own =
        transport.equals("roce")
            ? "transport: {recovery: out-of-order}\nrouting: {algorithm: spray}\n"
            : "preset: " + transport + "\n";
    String text =
        own
            + FAT_TREE.formatted(links)
            + "workload: {type: permutation, size: %s}\n".formatted(size);
    List<FlowResult> flows = run(text, "transport.operation=" + verb);
    assertThat(flows).hasSize(16).allMatch(FlowResult::finished);
    assertThat(flows).allMatch(flow -> flow.slowdown() >= 1);
    // A flow has the fabric nearly to itself, so what it would take alone is not far off.
    assertThat(flows).anyMatch(flow -> flow.slowdown() < 2.5);
  }

  @ParameterizedTest(name = "{0}, {1}, {2}")
  @CsvSource({
    "uec, 0B, write", "uec, 5000B, write", "uec, 300KB, write", "uec, 300KB, read",
    "srd, 0B, write", "srd, 5000B, write", "srd, 300KB, write", "srd, 300KB, read",
    "falcon, 300KB, write", "falcon, 300KB, read"
  })
  void shouldBeAtLeastOneWhereWaysAreNotAlike(String transport, String size, String verb) {
    String flows =
        String.join(
            ", ",
            IntStream.range(0, 12)
                .mapToObj(i -> "{from: a, to: b, size: %s, start: %dus}".formatted(size, i * 500))
                .toList());
    List<FlowResult> results =
        run(
            "preset: %s\n%sworkload: {type: flows, flows: [%s]}\n"
                .formatted(transport, UNLIKE, flows),
            "transport.operation=" + verb);
    assertThat(results).hasSize(12).allMatch(FlowResult::finished);
    assertThat(results).allMatch(one -> one.slowdown() >= 1);
  }

  /** Alone, some choice of ways takes just that time, and none takes less. */
  @ParameterizedTest(name = "{0} in packets of {1}")
  @CsvSource({
    "0B, 4096",
    "100B, 4096",
    "4096B, 4096",
    "4196B, 4096",
    "8000B, 4096",
    "9000B, 4096",
    "600B, 256"
  })
  void shouldBeOneAtBest(String size, int mtu) {
    List<Double> slowdowns =
        IntStream.rangeClosed(1, 24)
            .mapToObj(seed ->
                run(
                        "preset: uec\n" + FAT_TREE.formatted("rate: 100Gbps"),
                        "transport.mtu=" + mtu,
                        "run.seed=" + seed,
                        "workload.type=flows",
                        "workload.flows=[{from: host-0, to: host-15, size: %s}]".formatted(size))
                    .getFirst()
                    .slowdown())
            .sorted()
            .toList();
    assertThat(slowdowns.getFirst()).isEqualTo(1);
  }
}
