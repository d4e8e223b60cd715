package dev.headroom.sim.uet;

/**
 * Entropy source that reuses values of packets that arrived without a mark, in the order in which
 * they came back; where there are none, a random one. The first window takes all values in turn.
 * htsim calls it {@code reps_legacy}.
 */
final class RecyclingSpray extends EntropySource {
  private final int values;
  private int last;
  private short[] good = new short[64];
  private int head;
  private int size;

  /**
   * @param values how many; a power of two
   */
  RecyclingSpray(int values, long key) {
    super(key);
    this.values = values;
  }

  @Override
  public int next(long sent, long windowPackets) {
    if (sent < Math.min(windowPackets, values)) {
      last = (last + 1) & (values - 1);
    } else {
      last = size > 0 ? recycle() : draw(values);
    }
    return last;
  }

  boolean canRecycle() {
    return size > 0;
  }

  /** The value that came back longest ago; there must be one. */
  int recycle() {
    int value = good[head];
    head = (head + 1) & (good.length - 1);
    size--;
    return value;
  }

  @Override
  public void onFeedback(int value, Verdict verdict, long nowPs) {
    if (verdict == Verdict.GOOD) {
      if (size == good.length) {
        grow();
      }
      good[(head + size++) & (good.length - 1)] = (short) (value & (values - 1));
    }
  }

  private void grow() {
    short[] old = good;
    good = new short[2 * old.length];
    for (int i = 0; i < size; i++) {
      good[i] = old[(head + i) & (old.length - 1)];
    }
    head = 0;
  }
}
