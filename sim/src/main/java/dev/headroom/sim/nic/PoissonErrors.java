package dev.headroom.sim.nic;

import dev.headroom.sim.kernel.Rng;

/**
 * Random times of errors that are independent of each other: b bytes have none with probability
 * e^(-b * rate). The bytes up to the next one are drawn, so that what has none costs a subtraction.
 */
final class PoissonErrors {
  private final long key;
  private long draws;
  private double perByte;
  private double leftBytes;

  /**
   * @param perByte errors that a byte has on average, 0 or more
   * @param key of the random numbers
   */
  PoissonErrors(double perByte, long key) {
    this.key = key;
    set(perByte);
  }

  /** Errors come at another rate from now on. */
  void set(double errorsPerByte) {
    perByte = errorsPerByte;
    draw();
  }

  private void draw() {
    leftBytes =
        perByte == 0
            ? Double.POSITIVE_INFINITY
            : -StrictMath.log1p(-Rng.uniform(key, draws++)) / perByte;
  }

  /** Lets bytes pass; returns after how many the first error came, or -1: they had none. */
  double pass(double bytes) {
    if (leftBytes > bytes) {
      leftBytes -= bytes;
      return -1;
    }
    double after = leftBytes;
    draw();
    return after;
  }
}
