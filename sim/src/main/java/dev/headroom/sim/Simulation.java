package dev.headroom.sim;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.FlowSink;
import dev.headroom.sim.measure.RunResult;

/** Runs scenarios: the entry point of this module. */
public final class Simulation {
  private Simulation() {}

  /**
   * Runs a scenario to its end.
   *
   * @param flows takes each flow's result: finished ones as they complete, unfinished ones last
   */
  public static RunResult run(
      Scenario scenario, RunOptions options, FlowSink flows, Progress progress) {
    throw new UnsupportedOperationException("the engine is being written");
  }
}
