package dev.headroom.sim;

import dev.headroom.model.scenario.Scenario;

/**
 * What a flow takes alone, worked out without a run: also for one that no run would get through.
 */
public final class TimeAlone {
  private TimeAlone() {}

  /** That of a flow of a scenario, in picoseconds. */
  public static long ofPs(Scenario scenario, int flow) {
    SimulationSetup assembly = SimulationSetup.of(scenario, 1, false);
    return Simulation.idealFcts(scenario, assembly).of(flow, scenario.flows().bytes(flow), 0, 0);
  }
}
