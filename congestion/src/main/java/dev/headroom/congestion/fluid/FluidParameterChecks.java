package dev.headroom.congestion.fluid;

/** Range checks of model parameters. */
final class FluidParameterChecks {
  private FluidParameterChecks() {}

  static void over(String name, double value, double bound) {
    if (!(value > bound)) {
      throw new IllegalArgumentException(
          "%s is %s; it must be over %s".formatted(name, plain(value), plain(bound)));
    }
  }

  static void atLeast(String name, double value, double least) {
    if (!(value >= least)) {
      throw new IllegalArgumentException(
          "%s is %s; it must be at least %s".formatted(name, plain(value), plain(least)));
    }
  }

  /** A share of 1 that is more than nothing. */
  static void share(String name, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException(
          "%s is %s; it must be over 0, to 1".formatted(name, plain(value)));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
