package dev.headroom.model.statistics;

/**
 * Difference of two treatments from paired measurements. Each pair shares the other influences,
 * such as the seed of a run, which cancel in the difference.
 *
 * @param difference second minus first, pair by pair
 * @param chance p of the paired t test, two-sided: how often pairs of treatments that do not differ
 *     would look at least as far apart; 1 of one pair, which says nothing of chance
 * @param more pairs in which the second is more
 * @param less pairs in which the second is less
 */
public record PairedDifference(MeanEstimate difference, double chance, int more, int less) {

  /**
   * Of values at the same places.
   *
   * @param first one or more
   * @param second as many
   * @param confidence of the interval of the difference
   * @throws IllegalArgumentException if they are not as many, or no numbers
   */
  public static PairedDifference of(double[] first, double[] second, double confidence) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(
          first.length + " and " + second.length + " values are not pairs");
    }
    double[] differences = new double[first.length];
    int more = 0;
    int less = 0;
    for (int i = 0; i < first.length; i++) {
      differences[i] = second[i] - first[i];
      more += second[i] > first[i] ? 1 : 0;
      less += second[i] < first[i] ? 1 : 0;
    }
    MeanEstimate difference = MeanEstimate.of(differences, confidence);
    return new PairedDifference(difference, chance(difference), more, less);
  }

  private static double chance(MeanEstimate difference) {
    if (!difference.isKnown() || difference.mean() == 0) {
      return 1;
    }
    if (difference.deviation() == 0) {
      return 0; // the same difference in every pair
    }
    double error = difference.deviation() / Math.sqrt(difference.count());
    return StudentT.twoSided(difference.count() - 1, difference.mean() / error);
  }

  /** Whether the two cannot be told apart: the interval of their difference holds 0. */
  public boolean isNoise() {
    return difference.contains(0);
  }
}
