package dev.headroom.congestion;

/** Range check that rejects settings outside the domain of a formula. */
public final class RangeCheck {
  private RangeCheck() {}

  public static void check(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) { // NaN is refused too
      throw new IllegalArgumentException(
          "%s is %s; it must be %s to %s".formatted(name, value, least, most));
    }
  }

  public static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is %d; it must be %d to %d".formatted(name, value, least, most));
    }
  }

  public static double clamp(double value, double least, double most) {
    return Math.max(least, Math.min(value, most));
  }
}
