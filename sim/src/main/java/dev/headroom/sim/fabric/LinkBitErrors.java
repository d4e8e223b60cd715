package dev.headroom.sim.fabric;

/**
 * Bit errors of a link, which determine the frames that are lost on it. A frame of b bytes, each of
 * whose bits is wrong with probability e independently, is whole with (1 − e)^8b; 4,178 B at 10⁻⁸
 * are lost with 0.033 %. Preamble and gap do not count.
 */
final class LinkBitErrors {
  static final LinkBitErrors NONE = new LinkBitErrors(0, 0);

  private final double loss;
  private final double kept;

  /** ln (1 − e) of a byte's bits. */
  private final double lnWholeByte;

  /**
   * @param loss probability that a frame is lost for other reasons, whatever its size
   * @param bitErrors e, 0 to 1
   */
  LinkBitErrors(double loss, double bitErrors) {
    this.loss = loss;
    kept = 1 - loss;
    lnWholeByte = bitErrors == 0 ? 0 : 8 * StrictMath.log1p(-bitErrors);
  }

  /** Whether a frame that arrives is lost; takes a draw unless none can be. */
  boolean hit(int frameBytes, PortRandom draws) {
    double p = probability(frameBytes);
    return p > 0 && draws.loss() < p;
  }

  private double probability(int frameBytes) {
    return lnWholeByte == 0 ? loss : loss - kept * StrictMath.expm1(frameBytes * lnWholeByte);
  }

  /**
   * The byte with the first wrong bit of a frame, or -1 if it is whole; draws as {@link #hit} does.
   * What is lost for other reasons is wrong anywhere in it.
   */
  int firstBad(int frameBytes, PortRandom draws) {
    double p = probability(frameBytes);
    if (p <= 0) {
      return -1;
    }
    double drawn = draws.loss();
    if (drawn >= p) {
      return -1;
    }
    double at =
        drawn < loss
            ? frameBytes * (drawn / loss)
            : StrictMath.log1p((loss - drawn) / kept) / lnWholeByte;
    return Math.min((int) at, frameBytes - 1);
  }
}
