package dev.headroom.tune.search;

import org.hipparchus.distribution.continuous.FDistribution;
import org.hipparchus.distribution.continuous.TDistribution;

/** Upper tails of distributions: the chance of a value at least so large if there is no effect. */
final class TailChance {
  private TailChance() {}

  /** Of Student's t distribution, one-sided. */
  static double student(double freedom, double t) {
    return new TDistribution(freedom).cumulativeProbability(-t);
  }

  /** Of Fisher's F distribution. */
  static double fisher(double freedom, double freedomOfNoise, double f) {
    return 1 - new FDistribution(freedom, freedomOfNoise).cumulativeProbability(f);
  }
}
