package dev.headroom.app.validation;

import dev.headroom.app.results.CollectiveFigures;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import java.util.Optional;

/**
 * A collective of NCCL or RCCL.
 *
 * @param machines how many
 * @param nics of each
 * @param rate of their NICs
 * @param transport between them
 * @param machine as {@code workload.machine} names it
 */
record CollectiveRun(int machines, int nics, String rate, String transport, String machine) {
  /** With eight NICs each. */
  CollectiveRun(int machines, String rate, String transport, String machine) {
    this(machines, 8, rate, transport, machine);
  }

  /** One whose NICs have nothing to do. */
  static CollectiveRun alone(String machine) {
    return new CollectiveRun(1, "200Gbps", "rocev2", machine);
  }

  /**
   * How long it takes, in microseconds.
   *
   * @param workload more of its keys and values, as in {@code "launch: 20us, collective: reduce"}
   */
  double microseconds(String workload, long bytes) {
    String text =
        """
        name: validation
        fabric: {topology: rail-optimized, servers: %d, rails: %d, links: {rate: %s}}
        transport: %s
        workload: {type: nccl, machine: %s, size: %dB, %s}
        """
            .formatted(machines, nics, rate, transport, machine, bytes, workload);
    Scenario scenario =
        switch (ScenarioReader.read(text, "validation", List.of(), file -> Optional.empty())) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad ->
              throw new IllegalArgumentException(bad.problems().toString());
        };
    RunResult result =
        Simulation.run(
            scenario, new RunOptions(2, false), flow -> {}, (now, flows, packets) -> true);
    return CollectiveFigures.of(scenario, result).orElseThrow().timePs() * 1e-6;
  }
}
