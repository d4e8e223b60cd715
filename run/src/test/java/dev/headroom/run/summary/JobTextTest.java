package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waits for whom, in the words of who works there. */
final class JobTextTest {
  private static Scenario scenario(String workload) {
    String text =
        """
        fabric:
          topology: single
          hosts: 4
          links: {rate: 100Gbps}
          failures: [{link: host-1/*, down: 20us}]
        workload: %s
        run: {stop: 10ms}
        """
            .formatted(workload);
    return switch (ScenarioReader.read(text, "test", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static String waits(String workload) {
    Scenario scenario = scenario(workload);
    RunResult result =
        Simulation.run(
            scenario, new RunOptions(1, 1, false), flow -> {}, (now, flows, packets) -> true);
    return JobText.waitSentence(WorkloadFigures.of(scenario, result)).orElseThrow();
  }

  /** Its queue pair is not to blame. */
  @Test
  void shouldSayThatAStepWasNotReached() {
    Scenario scenario = scenario("{type: halo, grid: 4, size: 1MiB, iterations: 5}");
    FlowStatistics flows = FlowStatistics.of(scenario);
    RunResult result =
        Simulation.run(scenario, new RunOptions(1, 1, false), flows, (_, _, _) -> true);
    assertThat(RunSummary.of(scenario, result, flows).flows().unfinishedFlow())
        .extracting(UnfinishedFlow::reason)
        .contains("never started: the step that sends it did not finish")
        .noneMatch(why -> why.contains("still had"));
  }

  @Test
  void shouldCallProcessesProcesses() {
    assertThat(waits("{type: halo, grid: 4, size: 1MiB, iterations: 5}"))
        .contains("4 processes did not finish; process ")
        .containsPattern("message from process \\d|sent to process \\d")
        .doesNotContain("GPU");
    assertThat(waits("{type: gloo, collective: all-reduce, size: 16MiB}"))
        .contains("process")
        .doesNotContain("GPU");
  }
}
