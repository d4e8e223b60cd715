package dev.headroom.congestion.fluid;

/**
 * A complex number.
 *
 * @param re real part
 * @param im imaginary part
 */
record Complex(double re, double im) {

  static Complex real(double value) {
    return new Complex(value, 0);
  }

  /** e^(-i angle): what a delay does to a frequency. */
  static Complex turnedBack(double angle) {
    return new Complex(StrictMath.cos(angle), -StrictMath.sin(angle));
  }

  Complex plus(Complex other) {
    return new Complex(re + other.re, im + other.im);
  }

  Complex plus(double value) {
    return new Complex(re + value, im);
  }

  Complex times(Complex other) {
    return new Complex(re * other.re - im * other.im, re * other.im + im * other.re);
  }

  Complex times(double factor) {
    return new Complex(re * factor, im * factor);
  }

  Complex over(Complex other) {
    double square = other.re * other.re + other.im * other.im;
    return new Complex(
        (re * other.re + im * other.im) / square, (im * other.re - re * other.im) / square);
  }

  double abs() {
    return StrictMath.hypot(re, im);
  }

  /** -180 to 180. */
  double degrees() {
    return StrictMath.toDegrees(StrictMath.atan2(im, re));
  }
}
