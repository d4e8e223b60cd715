package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.measure.FlowResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A fabric of several planes: {@code fabric.planes}. */
final class PlanesTest {
  private static final String SERVERS =
      """
      fabric:
        {topology: rail-optimized, servers: 4, rails: 4, serversPerPod: 2, planes: 4, spines: 2, links: {rate: 400Gbps}}
      routing: adaptive
      transport: {recovery: out-of-order}
      workload: {type: nccl, collective: all-to-all, machine: dgx-h100, size: 4MiB}
      """;

  private static Scenario read(String text, String... sets) {
    return switch (ScenarioReader.read(text, "planes", List.of(sets))) {
      case ScenarioReader.Good(Scenario good) -> good;
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.toString());
    };
  }

  private static List<FlowResult> flows(Scenario scenario) {
    List<FlowResult> flows = new ArrayList<>();
    Simulation.run(scenario, RunOptions.DEFAULT, flows::add, ProgressListener.SILENT);
    return flows;
  }

  private static double lastPs(List<FlowResult> flows) {
    assertThat(flows).allMatch(FlowResult::finished);
    return flows.stream().mapToLong(FlowResult::completedPs).max().orElseThrow();
  }

  /**
   * DeepSeek-AI, Insights into DeepSeek-V3, ISCA 2025, section 5.1: on a multi-plane fat tree
   * NCCL's all-to-all is about as fast as on one multi-rail fat tree of as many spines, since it
   * passes from rail to rail over NVLink.
   */
  @Test
  void shouldBeAsFastAsOnePlaneOfAllSpines() {
    double apart = lastPs(flows(read(SERVERS)));
    double joined = lastPs(flows(read(SERVERS, "fabric.planes=1", "fabric.spines=8")));
    assertThat(apart / joined).isCloseTo(1, within(0.03));
  }

  @Test
  void shouldKeepAFailureToItsPlane() {
    String flows =
        """
        fabric:
          topology: rail-optimized
          servers: 4
          rails: 2
          serversPerPod: 2
          planes: 2
          spines: 2
          links: {rate: 100Gbps}
        """;
    String failure =
        """
          failures:
            - {link: "spine-0-plane-0/*", down: 20us}
        """;
    String workload =
        """
        workload:
          - {type: permutation, hosts: host-*-rail-0, size: 2MB}
          - {type: permutation, hosts: host-*-rail-1, size: 2MB}
        """;
    List<FlowResult> whole = flows(read(flows + workload));
    List<FlowResult> hurt = flows(read(flows + failure + workload));
    assertThat(completions(hurt, 1)).isEqualTo(completions(whole, 1));
    assertThat(completions(hurt, 0)).isNotEqualTo(completions(whole, 0));
  }

  /** When each flow of a rail was complete. */
  private static Map<Integer, Long> completions(List<FlowResult> flows, int rail) {
    return flows.stream()
        .filter(flow -> flow.source() % 2 == rail)
        .collect(Collectors.toMap(FlowResult::flow, FlowResult::completedPs));
  }

  @Test
  void shouldRefuseAFlowFromPlaneToPlane() {
    ScenarioReader.Outcome outcome =
        ScenarioReader.read(
            SERVERS.replace("nccl, collective: all-to-all, machine: dgx-h100", "permutation"),
            "planes",
            List.of());
    assertThat(outcome.toString()).contains("which is on another plane", "host-*-rail-0");
  }
}
