package dev.headroom.sim.fuzz;

import dev.headroom.model.scenario.Scenario;

/** A change; it returns its argument where there is nothing to change. */
@FunctionalInterface
interface Change {
  Scenario of(Scenario scenario);
}
