package dev.headroom.app.claims;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.Progress;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A run that a claim is measured by.
 *
 * @param result totals and ports
 * @param flows those that finished and those that did not
 */
record Experiment(Scenario scenario, RunResult result, List<FlowResult> flows) {

  /**
   * Runs a scenario.
   *
   * @param text as in a file
   * @param sets {@code key=value} that come on top
   */
  static Experiment of(String text, String... sets) {
    Scenario scenario =
        switch (ScenarioReader.read(text, "claim", List.of(sets))) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad ->
              throw new IllegalStateException("a claim's scenario is wrong: " + bad.problems());
        };
    List<FlowResult> flows = new ArrayList<>();
    RunResult result =
        Simulation.run(scenario, new RunOptions(1, 0, false), flows::add, Progress.SILENT);
    return new Experiment(scenario, result, List.copyOf(flows));
  }

  /** Payload delivered, as a share of what all lines could have carried in the time. */
  double utilisation(double lineBps, int hosts) {
    double seconds = result.endPs() * 1e-12;
    return result.counts().payloadDelivered() * 8.0 / (seconds * lineBps * hosts);
  }

  /** Percent of the flows that finished. */
  double finishedPercent() {
    return 100.0 * result.counts().finished() / result.counts().flows();
  }

  long drops() {
    return result.counts().drops().values().stream().mapToLong(Long::longValue).sum();
  }
}
