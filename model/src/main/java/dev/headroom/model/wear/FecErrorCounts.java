package dev.headroom.model.wear;

/**
 * Expected bit errors at one end of a link, and the result of error correction.
 *
 * <pre>
 *   wrong bits = codewords · n · m · p
 *   lost       = wrong symbols of codewords beyond repair
 *   corrected  = wrong bits − lost · m · p / s          each wrong symbol has m · p / s wrong bits
 * </pre>
 *
 * @param wrongBits before correction
 * @param correctedBits put right
 * @param lostSymbols wrong symbols that were not
 */
public record FecErrorCounts(double wrongBits, double correctedBits, double lostSymbols) {
  static final FecErrorCounts NONE = new FecErrorCounts(0, 0, 0);

  /** With those of so many codewords more. */
  FecErrorCounts and(ReedSolomon code, double codewords, double bitError) {
    double symbol = code.symbolError(bitError);
    if (symbol <= 0) {
      return this;
    }
    double bits = codewords * code.n() * code.bits() * bitError;
    double lost = codewords * code.lostSymbols(bitError);
    return new FecErrorCounts(
        wrongBits + bits,
        correctedBits + Math.max(0, bits - lost * code.bits() * bitError / symbol),
        lostSymbols + lost);
  }
}
