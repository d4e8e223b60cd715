package dev.headroom.congestion.fluid;

import java.util.Optional;

/**
 * Phase margin of a feedback loop (the Bode criterion): the phase left above -180 degrees at the
 * frequency at which its gain is 1. Over 0 a small swing dies out, under 0 it grows.
 *
 * <p>Where the gain is 1 at several frequencies the margin nearest to 0 counts.
 *
 * @param degrees -180 to 180
 * @param radiansPerSecond the frequency
 */
public record PhaseMargin(double degrees, double radiansPerSecond) {
  private static final double LEAST = 1;
  private static final double MOST = 1e9;
  private static final int STEPS = 4_000;
  private static final int HALVINGS = 60;

  /** What a loop makes of a swing on its way round. */
  interface OpenLoop {
    /** The gain and phase at s = i omega. */
    Complex at(Complex s);
  }

  /** Whether swings die out. */
  public boolean stable() {
    return degrees > 0;
  }

  /** The margin of a loop; empty if its gain is never 1 between 1 and 10^9 radians per second. */
  static Optional<PhaseMargin> of(OpenLoop loop) {
    double step = StrictMath.pow(MOST / LEAST, 1.0 / STEPS);
    Optional<PhaseMargin> nearest = Optional.empty();
    double low = LEAST;
    for (int i = 0; i < STEPS; i++) {
      double high = low * step;
      if (above(loop, low) != above(loop, high)) {
        PhaseMargin here = at(loop, crossing(loop, low, high));
        if (nearest.isEmpty() || Math.abs(here.degrees) < Math.abs(nearest.get().degrees)) {
          nearest = Optional.of(here);
        }
      }
      low = high;
    }
    return nearest;
  }

  private static boolean above(OpenLoop loop, double omega) {
    return loop.at(new Complex(0, omega)).abs() > 1;
  }

  private static double crossing(OpenLoop loop, double from, double to) {
    boolean before = above(loop, from);
    double low = from;
    double high = to;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = Math.sqrt(low * high);
      if (above(loop, middle) == before) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static PhaseMargin at(OpenLoop loop, double omega) {
    double over = loop.at(new Complex(0, omega)).degrees() + 180;
    return new PhaseMargin(over > 180 ? over - 360 : over, omega);
  }
}
