package dev.headroom.tune.search;

import dev.headroom.model.statistics.PairedDifference;

/**
 * Difference of a finalist from today's settings in an objective, pair by pair under unseen
 * conditions.
 *
 * @param objective the objective
 * @param variant of the conditions; blank for all conditions
 * @param today mean of today's settings
 * @param mean mean of the finalist
 * @param difference finalist minus today
 * @param negligible change that counts for nothing, in the unit of the measure
 */
public record UnseenDifference(
    Objective objective,
    String variant,
    double today,
    double mean,
    PairedDifference difference,
    double negligible) {

  /** Relative change of the mean: -0.1 for 10 % less; NaN if today's mean is 0. */
  public double change() {
    return today == 0 ? Double.NaN : (mean - today) / Math.abs(today);
  }

  /** Whether the whole interval is better than today's by more than the negligible change. */
  public boolean isBetter() {
    return -costHigh() > negligible;
  }

  /** Whether the whole interval is worse than today's by more than the negligible change. */
  public boolean isWorse() {
    return costLow() > negligible;
  }

  /** Whether the interval holds 0. */
  public boolean isNoise() {
    return difference.isNoise();
  }

  private double costHigh() {
    return Math.max(
        objective.cost(difference.difference().low()),
        objective.cost(difference.difference().high()));
  }

  private double costLow() {
    return Math.min(
        objective.cost(difference.difference().low()),
        objective.cost(difference.difference().high()));
  }
}
