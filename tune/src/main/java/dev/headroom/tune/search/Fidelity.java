package dev.headroom.tune.search;

/**
 * Fidelity of a run. A cheaper one, such as a shorter or smaller run, screens candidates; only the
 * better half is run in full. Figures of a cheaper fidelity never enter a result.
 *
 * @param name for the evaluator
 * @param cost share of a full run, above 0, that it counts for in the budget
 */
public record Fidelity(String name, double cost) {
  /** The scenario as it is. */
  public static final Fidelity FULL = new Fidelity("full", 1);

  public Fidelity {
    if (!(cost > 0 && cost <= 1)) {
      throw new IllegalArgumentException(
          name + " costs " + cost + "; the cost is above 0, at most 1");
    }
  }
}
