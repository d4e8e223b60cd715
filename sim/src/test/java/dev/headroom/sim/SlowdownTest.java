package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.measure.FlowResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slowdown is over the time alone on healthy links, whenever a flow is reported. */
final class SlowdownTest {

  /** Two leaves under two spines; each host sends 1 MB to one of the other leaf. */
  private static List<FlowResult> run(String failure, String grid) {
    String text =
        """
        fabric:
          topology: leaf-spine
          leaves: 2
          spines: 2
          hostsPerLeaf: 2
          links: {rate: 100Gbps, uplinkRate: 200Gbps, cable: 30m}
          failures: [%s]
        workload: {type: permutation, shift: 2, size: 1MB}
        """
            .formatted(failure);
    Scenario scenario =
        switch (ScenarioReader.read(text, "slowdown", List.of("run.grid=" + grid))) {
          case ScenarioReader.Good(Scenario good) -> good;
          case ScenarioReader.Bad bad -> throw new AssertionError(bad.toString());
        };
    List<FlowResult> flows = new ArrayList<>();
    Simulation.run(scenario, RunOptions.DEFAULT, flows::add, ProgressListener.SILENT);
    flows.sort(Comparator.comparingInt(FlowResult::flow));
    return flows;
  }

  /**
   * What befalls a link while flows are on it, or is over when they are reported: the time alone
   * stays that of a run without, and no flow is faster.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "link: host-0/leaf-0, from: 20us, until: 90ms, rate: 10%",
        "link: host-0/leaf-0, from: 20us, rate: 1%",
        "link: host-0/leaf-0, from: 0us, rate: 50%",
        "link: leaf-0/spine-*, from: 10us, until: 30us, rate: 25%",
        "link: leaf-0/spine-*, from: 10us, until: 9ms, rate: 50%",
        "link: leaf-0/spine-0, down: 20us, up: 40us",
        "link: leaf-0/spine-1, down: 20us",
        "link: leaf-1/spine-0, down: 0us",
        "host: host-2, from: 10us, until: 200us",
        "host: host-3, from: 10us, until: 200us, frozen: true",
        "host: host-2, from: 10us, until: 9ms, drain: 10Gbps",
      })
  void shouldBeOverTheTimeAloneOnHealthyLinks(String failure) {
    List<FlowResult> whole = run("", "1us");
    List<FlowResult> flows = run("{" + failure + "}", "1us");
    assertThat(flows).hasSize(4).allMatch(FlowResult::finished);
    assertThat(flows.stream().mapToDouble(FlowResult::slowdown)).allMatch(times -> times >= 1);
    for (FlowResult flow : flows) {
      assertThat((double) flow.idealFctPs())
          .as("flow %d", flow.flow())
          .isCloseTo(whole.get(flow.flow()).idealFctPs(), within(0.01 * flow.idealFctPs()));
    }
    for (String grid : List.of("10us", "200ms")) {
      assertThat(run("{" + failure + "}", grid))
          .as("a grid of %s", grid)
          .extracting(FlowResult::slowdown)
          .isEqualTo(flows.stream().map(FlowResult::slowdown).toList());
    }
  }

  /** Frames begin to leave before they are in only where they would on whole links. */
  @ParameterizedTest(name = "an uplink at {0}")
  @CsvSource({"50%, 1.2", "25%, 1.9"})
  void shouldNotGainFromALinkThatIsAsSlowAsTheOneBeforeIt(String rate, double least) {
    List<FlowResult> flows =
        run("{link: leaf-*/spine-*, from: 0us, rate: %s}".formatted(rate), "1us");
    assertThat(flows.stream().mapToDouble(FlowResult::slowdown)).allMatch(times -> times >= 1);
    assertThat(flows.stream().mapToDouble(FlowResult::slowdown).max().orElseThrow())
        .isGreaterThan(least);
  }
}
