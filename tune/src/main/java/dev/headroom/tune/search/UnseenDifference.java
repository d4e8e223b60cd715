package dev.headroom.tune.search;

import dev.headroom.model.statistics.PairedDifference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Difference of settings from today's in an objective, pair by pair under unseen conditions.
 *
 * @param objective the objective
 * @param variant of the conditions; blank for all conditions
 * @param today mean of today's settings
 * @param mean mean of the settings
 * @param difference settings minus today
 * @param negligible change that counts for nothing, in the unit of the measure
 */
public record UnseenDifference(
    Objective objective,
    String variant,
    double today,
    double mean,
    PairedDifference difference,
    double negligible) {
  /** Share of today's value by which an objective may get worse where another one gains. */
  public static final double MOST_HARM = 0.05;

  /**
   * That of two evaluations.
   *
   * @param confidence of the interval
   * @param negligible change that counts for nothing, as a share of today's value
   * @return empty if they have no condition in common
   */
  static Optional<UnseenDifference> of(
      Objective objective,
      String variant,
      List<Condition> conditions,
      Evaluation today,
      Evaluation other,
      double confidence,
      double negligible) {
    List<double[]> pairs = new ArrayList<>();
    for (Condition condition : conditions) {
      Optional<Double> before = today.figure(objective, condition);
      Optional<Double> after = other.figure(objective, condition);
      if (before.isPresent() && after.isPresent()) {
        pairs.add(new double[] {before.get(), after.get()});
      }
    }
    if (pairs.isEmpty()) {
      return Optional.empty();
    }
    double[] before = pairs.stream().mapToDouble(pair -> pair[0]).toArray();
    double[] after = pairs.stream().mapToDouble(pair -> pair[1]).toArray();
    double mean = Arrays.stream(before).average().orElseThrow();
    return Optional.of(
        new UnseenDifference(
            objective,
            variant,
            mean,
            Arrays.stream(after).average().orElseThrow(),
            PairedDifference.of(before, after, confidence),
            negligible * Math.abs(mean)));
  }

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

  /** Whether the interval excludes that it is worse by more than {@link #MOST_HARM}. */
  public boolean isHarmless() {
    return costHigh() <= Math.max(negligible, MOST_HARM * Math.abs(today));
  }

  /** Whether the interval leaves room for a change to the better that is not negligible. */
  public boolean mayBeBetter() {
    return -costLow() > negligible;
  }

  /** Change of the mean to the better, as a share of today's; 0 if today's mean is 0. */
  double gain() {
    return today == 0 ? 0 : -objective.cost(mean - today) / Math.abs(today);
  }

  /** The least change to the better in the interval, as a share of today's value. */
  public double leastGain() {
    return today == 0 ? 0 : -costHigh() / Math.abs(today);
  }

  /** The greatest change to the better in the interval, as a share of today's value. */
  public double greatestGain() {
    return today == 0 ? 0 : -costLow() / Math.abs(today);
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
