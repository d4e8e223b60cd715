package dev.headroom.sim.uet;

/**
 * Entropy source that uses all values in turn, but skips those that met congestion: a mark costs a
 * value one of its turns, a trim four, and no value ever more than fifteen.
 */
final class PenaltyBitmap extends EntropySource {
  private static final int MOST = 15;
  private static final int MARK = 1;
  private static final int TRIM = 4;

  private final int values;
  private final byte[] penalty;
  private int index;
  private int scramble;

  /**
   * @param values how many; a power of two
   */
  PenaltyBitmap(int values, long key) {
    super(key);
    this.values = values;
    penalty = new byte[values];
    scramble = draw(values);
  }

  @Override
  public int next(long sent, long windowPackets) {
    int value = index ^ scramble;
    if (penalty[value] > 0) {
      penalty[value]--; // only the first that sits out has served a turn
      int passed = 0;
      do {
        value = advance();
      } while (penalty[value] > 0 && ++passed < values);
    }
    advance();
    return value;
  }

  private int advance() {
    if (++index == values) {
      index = 0;
      scramble = draw(values);
    }
    return index ^ scramble;
  }

  @Override
  public void onFeedback(int value, Verdict verdict, long nowPs) {
    int more =
        switch (verdict) {
          case GOOD -> 0;
          case MARKED -> MARK;
          case TRIMMED -> TRIM;
          case TIMED_OUT -> MOST;
        };
    int of = value & (values - 1);
    penalty[of] = (byte) Math.min(MOST, penalty[of] + more);
  }
}
