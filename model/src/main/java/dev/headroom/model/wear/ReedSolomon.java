package dev.headroom.model.wear;

import java.util.function.IntToDoubleFunction;

/**
 * Reed-Solomon code with independent symbol errors: n symbols of m bits, of which t = (n − k) / 2
 * wrong ones are corrected.
 *
 * <pre>
 *   s = 1 − (1 − p)^m                                a symbol is wrong; p: a bit is
 *   P(i) = C(n, i) · s^i · (1 − s)^(n − i)           i symbols of a codeword are
 *   corrected = P(1) + ... + P(t),  uncorrectable = P(t + 1) + ... + P(n)
 * </pre>
 *
 * With RS(544,514) and p = 2.4·10⁻⁴ one codeword in 10¹² is beyond repair. Errors that come in
 * bursts make it worse (Wang et al., BER/FLR calculation results, IEEE 802.3bs, July 2014).
 *
 * @param n symbols of a codeword
 * @param k of them data
 * @param bits m
 */
public record ReedSolomon(int n, int k, int bits) {
  /** Of links with 50 and 100 Gb/s a lane: IEEE 802.3-2022, 91.5.2.7 and 119.2.4.6. */
  public static final ReedSolomon KP4 = new ReedSolomon(544, 514, 10);

  /** Bits of data before the code, of which 256b/257b makes 257. */
  private static final double BLOCK = 256;

  /** How many wrong symbols it puts right. */
  public int corrects() {
    return (n - k) / 2;
  }

  /** How likely a symbol is wrong. */
  public double symbolError(double bitError) {
    return -StrictMath.expm1(bits * StrictMath.log1p(-bitError));
  }

  /** How likely a codeword is wrong and put right. */
  public double corrected(double bitError) {
    return Math.min(1, sum(bitError, 1, corrects(), i -> 1));
  }

  /** How likely a codeword has too many wrong symbols. */
  public double uncorrectable(double bitError) {
    return Math.min(1, sum(bitError, corrects() + 1, n, i -> 1));
  }

  /** How many wrong symbols a codeword has on average that are not put right. */
  public double lostSymbols(double bitError) {
    return sum(bitError, corrects() + 1, n, i -> i);
  }

  /** Codewords that a link of this rate sends each second, idle or not. */
  public double perSecond(double rateBps) {
    return rateBps * codewordsPerBit();
  }

  /**
   * The probability by bit with which frames are lost as often as by codewords: a frame of b bytes
   * lies in 8b · 257 / 256 / (m·k) of them.
   */
  public double residual(double bitError) {
    return -StrictMath.expm1(codewordsPerBit() * StrictMath.log1p(-uncorrectable(bitError)));
  }

  private double codewordsPerBit() {
    return (BLOCK + 1) / BLOCK / (bits * k);
  }

  /**
   * The sum of weight(i) · P(i), from its likeliest term down to both sides: with many errors the
   * first term may be too small for a double, and the sum 1.
   */
  private double sum(double bitError, int from, int to, IntToDoubleFunction weight) {
    double s = symbolError(bitError);
    if (s <= 0 || s >= 1) {
      return s > 0 && to == n ? weight.applyAsDouble(n) : 0;
    }
    double odds = s / (1 - s);
    int mode = Math.clamp((int) ((n + 1) * s), from, to);
    double ln = n * StrictMath.log1p(-s);
    for (int i = 1; i <= mode; i++) {
      ln += StrictMath.log(odds * (n - i + 1) / i);
    }
    double likeliest = StrictMath.exp(ln);
    double total = 0;
    double term = likeliest;
    for (int i = mode; i <= to; i++) {
      total += weight.applyAsDouble(i) * term;
      term *= odds * (n - i) / (i + 1);
    }
    term = likeliest;
    for (int i = mode; i > from; i--) {
      term *= i / (odds * (n - i + 1));
      total += weight.applyAsDouble(i - 1) * term;
    }
    return total;
  }
}
