package dev.headroom.sim.rc;

/**
 * Set of packets within a window of consecutive ones: a bit each, in a ring. A NIC has such a ring
 * for a queue pair; IRN's has a bit for each packet of a bandwidth-delay product.
 */
final class PacketBitmap {
  private final long[] words;
  private final int mask;

  /**
   * @param window consecutive packets to tell apart, at least
   */
  PacketBitmap(int window) {
    int bits = Math.max(Long.SIZE, Integer.highestOneBit(Math.max(1, window - 1)) << 1);
    words = new long[bits / Long.SIZE];
    mask = bits - 1;
  }

  boolean has(long sequence) {
    int bit = (int) sequence & mask;
    return (words[bit >>> 6] & (1L << bit)) != 0;
  }

  void add(long sequence) {
    int bit = (int) sequence & mask;
    words[bit >>> 6] |= 1L << bit;
  }

  /** Takes one out; returns whether it was in. */
  boolean remove(long sequence) {
    int bit = (int) sequence & mask;
    long word = words[bit >>> 6];
    words[bit >>> 6] = word & ~(1L << bit);
    return (word & (1L << bit)) != 0;
  }
}
