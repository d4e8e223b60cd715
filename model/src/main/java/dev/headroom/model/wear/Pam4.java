package dev.headroom.model.wear;

/**
 * Bit errors of a PAM4 signal, Gray-coded, in Gaussian noise. The two inner levels can be crossed
 * on either side, the two outer ones on one side, and a crossing costs one of two bits.
 *
 * <pre>
 *   BER = (3/4) · Q(q) = (3/8) · erfc(q / √2)
 * </pre>
 *
 * <p>q is half the distance of two levels over the noise's deviation; where the receiver's own
 * noise counts most it is in proportion to the light received.
 *
 * @see <a href="https://en.wikipedia.org/wiki/Pulse-amplitude_modulation">M-ary pulse amplitude
 *     modulation</a>
 */
final class Pam4 {
  private static final double WORST = 0.375;

  private Pam4() {}

  static double bitErrors(double q) {
    return WORST * erfc(q / StrictMath.sqrt(2));
  }

  /** The q that gives a rate of bit errors, by halving. */
  static double quality(double bitErrors) {
    double low = 0;
    double high = 40;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (bitErrors(middle) > bitErrors) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /**
   * 2/√π ∫ e^(−t²) from x on, for x of no less than 0: by its power series below 2, by its
   * continued fraction above (Abramowitz and Stegun, 7.1.6 and 7.1.14).
   */
  static double erfc(double x) {
    double outer = StrictMath.exp(-x * x) / StrictMath.sqrt(StrictMath.PI);
    if (x < 2) {
      double term = 2 * x;
      double sum = 0;
      for (int i = 0; i < 60; i++) {
        sum += term;
        term *= 2 * x * x / (2 * i + 3);
      }
      return 1 - outer * sum;
    }
    double fraction = x;
    for (int i = 80; i > 0; i--) {
      fraction = x + i / 2.0 / fraction;
    }
    return outer / fraction;
  }
}
