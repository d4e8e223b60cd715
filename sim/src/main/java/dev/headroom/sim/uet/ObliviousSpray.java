package dev.headroom.sim.uet;

/**
 * Entropy source that uses all values in turn, in an order that is drawn anew for each round: the
 * i-th is i xor a random number.
 */
final class ObliviousSpray extends EntropySource {
  private final int values;
  private int index;
  private int scramble;

  /**
   * @param values how many; a power of two. 1 is a single way
   */
  ObliviousSpray(int values, long key) {
    super(key);
    this.values = values;
    scramble = draw(values);
  }

  @Override
  public int next(long sent, long windowPackets) {
    int value = index ^ scramble;
    if (++index == values) {
      index = 0;
      scramble = draw(values);
    }
    return value;
  }
}
