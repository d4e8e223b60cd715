package dev.headroom.congestion.fluid;

/** Root finder for increasing functions. */
final class RootFinder {
  private static final int HALVINGS = 200;

  private RootFinder() {}

  /** A function of one number. */
  interface Function {
    double at(double x);
  }

  /**
   * Where a function that rises passes 0; the nearer end where it does not between the two.
   *
   * @param least over 0: the search halves by ratio
   */
  static double rising(Function function, double least, double most) {
    double low = least;
    double high = most;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = Math.sqrt(low) * Math.sqrt(high);
      if (function.at(middle) < 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
