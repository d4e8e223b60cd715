package dev.headroom.tune.search;

/**
 * Condition of a run apart from the settings: the workload or variant of the scenario, and the
 * seed. Runs of different candidates under the same condition share their random numbers, so that
 * they are compared pair by pair.
 *
 * @param variant name of the workload, or of a change such as a failed link; blank for the scenario
 *     itself
 * @param seed seed of the run
 */
public record Condition(String variant, long seed) {
  /** The scenario itself with a seed. */
  public static Condition seed(long seed) {
    return new Condition("", seed);
  }
}
