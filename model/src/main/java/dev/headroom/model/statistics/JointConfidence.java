package dev.headroom.model.statistics;

/**
 * Confidence that each of several statements needs for a given confidence in all of them together.
 */
public final class JointConfidence {
  private JointConfidence() {}

  /**
   * Bonferroni's: of {@code statements} intervals of what this returns all hold with at least
   * {@code together}. Five of 99 % each hold together with 95 %.
   *
   * @param together above 0 and below 1
   * @param statements 0 counts as 1
   */
  public static double ofEach(double together, int statements) {
    return 1 - (1 - together) / Math.max(1, statements);
  }
}
