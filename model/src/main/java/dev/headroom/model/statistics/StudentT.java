package dev.headroom.model.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/** Student's t distribution (Biometrika 6, 1908), as used for tests and intervals. */
public final class StudentT {
  private StudentT() {}

  /**
   * How many standard errors an interval of this confidence reaches to either side of a mean.
   *
   * @param freedom degrees of freedom, 1 or more
   * @param confidence above 0 and below 1, such as 0.95
   */
  public static double reach(int freedom, double confidence) {
    // by the upper tail: 1 - 0.05/1000 would lose digits near 1
    return TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2);
  }

  /** The chance of a value at least this far from 0, to either side, where there is no effect. */
  static double twoSided(int freedom, double t) {
    return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(Math.abs(t)));
  }
}
