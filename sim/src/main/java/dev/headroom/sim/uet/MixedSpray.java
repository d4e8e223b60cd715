package dev.headroom.sim.uet;

/**
 * Entropy source that reuses a value that was acknowledged without congestion; where there is none,
 * the bitmap chooses. Both learn.
 */
final class MixedSpray extends EntropySource {
  private final PenaltyBitmap bitmap;
  private final RecyclingSpray recycling;

  /**
   * @param values how many; a power of two
   */
  MixedSpray(int values, long key) {
    super(key);
    bitmap = new PenaltyBitmap(values, key);
    recycling = new RecyclingSpray(values, ~key);
  }

  @Override
  public int next(long sent, long windowPackets) {
    return recycling.canRecycle() ? recycling.recycle() : bitmap.next(sent, windowPackets);
  }

  @Override
  public void onFeedback(int value, Verdict verdict, long nowPs) {
    bitmap.onFeedback(value, verdict, nowPs);
    recycling.onFeedback(value, verdict, nowPs);
  }
}
