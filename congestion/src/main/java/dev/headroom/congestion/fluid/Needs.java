package dev.headroom.congestion.fluid;

/** Ranges of parameters. */
final class Needs {
  private Needs() {}

  static void over(String name, double value, double bound) {
    if (!(value > bound)) {
      throw new IllegalArgumentException(
          "%s is %s; it must be over %s".formatted(name, value, bound));
    }
  }

  static void atLeast(String name, double value, double least) {
    if (!(value >= least)) {
      throw new IllegalArgumentException(
          "%s is %s; it must be at least %s".formatted(name, value, least));
    }
  }
}
