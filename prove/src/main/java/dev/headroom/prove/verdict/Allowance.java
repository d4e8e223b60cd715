package dev.headroom.prove.verdict;

/** What a pass rule of the standard's level allows of a counter. */
enum Allowance {
  /** Nothing. */
  NONE("0"),
  /** What a bit error rate of 1e-15 makes likely: exceeded by chance in one case of a thousand. */
  BIT_ERRORS("bit error rate 1e-15"),
  /** One an hour. */
  ONE_AN_HOUR("1 an hour");

  private static final double BIT_ERROR_RATE = 1e-15;
  private static final double RARE = 1e-3;

  private final String words;

  Allowance(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /**
   * The most that is allowed.
   *
   * @param bits carried in both directions
   * @param seconds of traffic
   */
  long most(double bits, double seconds) {
    return switch (this) {
      case NONE -> 0;
      case BIT_ERRORS -> likely(bits * BIT_ERROR_RATE);
      case ONE_AN_HOUR -> Math.max(1, Math.round(seconds / 3600));
    };
  }

  /**
   * The count that a Poisson variable exceeds in one case of a thousand.
   *
   * <pre>
   *   least k with sum over i ≤ k of e^−m · m^i / i! ≥ 1 − 0.001
   * </pre>
   *
   * <p>m = 5.8, four hours of 400 Gb/s at 1e-15: 14.
   */
  static long likely(double mean) {
    if (mean > 600) { // e^-m would be 0: the normal distribution is near enough
      return Math.round(mean + 3.09 * Math.sqrt(mean));
    }
    double term = Math.exp(-mean);
    double sum = term;
    long count = 0;
    while (sum < 1 - RARE) {
      count++;
      term *= mean / count;
      sum += term;
    }
    return count;
  }
}
