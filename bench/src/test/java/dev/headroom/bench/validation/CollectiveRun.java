package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.workload.CalledCollective;
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
    long donePs = result.schedules().getFirst().donePs();
    assertThat(donePs).as("%s ended", workload).isPositive();
    CalledCollective called = CalledCollective.of(scenario.flows()).orElseThrow();
    return called.timePs(donePs) * 1e-6;
  }
}
