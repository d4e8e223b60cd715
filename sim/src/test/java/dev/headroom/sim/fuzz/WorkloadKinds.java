package dev.headroom.sim.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * What the entries of a workload are.
 *
 * @param entries one, or several that run together
 * @param nics of each machine that a schedule runs on, of which hosts are whole ones
 */
record WorkloadKinds(List<Kind> entries, int nics) {
  /** Where the flows of one entry come from. */
  enum Kind {
    LIST,
    GENERATOR,
    SCHEDULE
  }

  static WorkloadKinds drawn(Dice dice) {
    List<Kind> entries = new ArrayList<>(List.of(dice.oneIn(4) ? Kind.SCHEDULE : flows(dice)));
    if (dice.oneIn(4)) {
      for (int more = dice.between(1, 2); more > 0; more--) {
        entries.add(dice.between(0, entries.size()), dice.oneIn(4) ? Kind.SCHEDULE : flows(dice));
      }
    }
    return new WorkloadKinds(
        List.copyOf(entries), entries.contains(Kind.SCHEDULE) ? dice.pick(1, 1, 4, 8) : 1);
  }

  private static Kind flows(Dice dice) {
    return dice.oneIn(3) ? Kind.GENERATOR : Kind.LIST;
  }
}
