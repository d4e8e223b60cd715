package dev.headroom.prove.plan;

import java.util.List;

/**
 * Rehearsal of a plan on a simulated fabric.
 *
 * @param scenario name of its file, relative to the plan's
 * @param text of the scenario
 * @param seed of every random draw
 * @param windowPs simulated packet by packet for a slice, in picoseconds
 * @param faults of hosts, besides those in the scenario
 */
public record RehearsalPlan(
    String scenario, String text, long seed, long windowPs, List<HostFault> faults) {
  public RehearsalPlan {
    faults = List.copyOf(faults);
  }

  /** The same with another seed. */
  public RehearsalPlan withSeed(long other) {
    return new RehearsalPlan(scenario, text, other, windowPs, faults);
  }
}
