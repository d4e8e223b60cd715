package dev.headroom.run.claims;

/** Rule that derives a verdict from the trials that match the claim. */
public sealed interface VerdictRule {
  /** What stands where a case has "as stated" or not, of what is measured beside the trials. */
  default String comparisonLabel() {
    return this instanceof Apart ? "compared with" : "not counted";
  }

  /**
   * As of most claims: each trial is a case of its own. All as stated: confirmed, none: refuted,
   * some: confirmed under conditions.
   */
  record Each() implements VerdictRule {}

  /**
   * Trials that differ in one quantity. Where none is as stated and they lie on both sides of it,
   * some value of that quantity would have it: nothing is refuted, and nothing confirmed.
   *
   * @param quantity in words: {@code the rate of the links}
   */
  record Along(String quantity) implements VerdictRule {}

  /**
   * Something that an article sets apart from another, with a number for each. Where the two are
   * alike in all trials, none of the numbers is confirmed, for a tolerance that is wider than what
   * they differ by would have the same figure confirm both.
   *
   * @param name of the one, as in {@code RoCE}
   * @param other name of the other
   * @param stated what the article says of the one
   * @param otherStated what it says of the other
   */
  record Apart(String name, String other, double stated, double otherStated)
      implements VerdictRule {
    /** How much of the difference stated two figures may differ by and still be alike. */
    private static final double ALIKE = 0.1;

    boolean alike(double value, double otherValue) {
      return Math.abs(value - otherValue) < ALIKE * Math.abs(stated - otherStated);
    }
  }
}
