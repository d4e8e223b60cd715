package dev.headroom.tune.search;

/**
 * Objective of a search: a figure of runs, by the key of its measure, and the direction in which it
 * is better.
 *
 * @param measure key of the measure, such as {@code completionPs}
 * @param better the better direction
 */
public record Objective(String measure, Better better) {
  /** Better direction of a figure. */
  public enum Better {
    LESS,
    MORE
  }

  /** An objective of which less is better. */
  public static Objective less(String measure) {
    return new Objective(measure, Better.LESS);
  }

  /** An objective of which more is better. */
  public static Objective more(String measure) {
    return new Objective(measure, Better.MORE);
  }

  /** The figure with the sign at which less is better. The function is its own inverse. */
  double cost(double figure) {
    return better == Better.LESS ? figure : -figure;
  }
}
