package dev.headroom.sim.delivery;

/**
 * Packets that a receiver has beyond the first missing one. A ring of bits that grows with the
 * distance from the first missing one to the last received.
 */
public final class ReceiveBitmap {
  /** Bits that {@link #bitmap} may read beyond the last packet. */
  private static final int MARGIN = Long.SIZE;

  private long[] words = new long[4];
  private long expected;

  /** The first packet that has not arrived: all before it have. */
  public long expected() {
    return expected;
  }

  public boolean has(long sequence) {
    return sequence < expected
        || (sequence - expected < bits() && (words[word(sequence)] & bit(sequence)) != 0);
  }

  /** Takes a packet that has not arrived before. */
  public void add(long sequence) {
    if (sequence == expected) {
      skipArrived();
      return;
    }
    while (sequence - expected >= bits() - MARGIN) {
      grow();
    }
    words[word(sequence)] |= bit(sequence);
  }

  private void skipArrived() {
    expected++;
    while ((words[word(expected)] & bit(expected)) != 0) {
      words[word(expected)] &= ~bit(expected);
      expected++;
    }
  }

  /** Which of 64 packets from here on have arrived, the first in the lowest bit. */
  public long bitmap(long from) {
    int low = word(from);
    int shift = (int) from & 63;
    long bits = words[low] >>> shift;
    return shift == 0 ? bits : bits | words[(low + 1) & (words.length - 1)] << (Long.SIZE - shift);
  }

  private int bits() {
    return words.length * Long.SIZE;
  }

  private int word(long sequence) {
    return (int) (sequence >>> 6) & (words.length - 1);
  }

  private static long bit(long sequence) {
    return 1L << sequence;
  }

  private void grow() {
    long[] old = words;
    int oldBits = bits();
    words = new long[2 * old.length];
    for (long sequence = expected; sequence < expected + oldBits; sequence++) {
      if ((old[(int) (sequence >>> 6) & (old.length - 1)] & bit(sequence)) != 0) {
        words[word(sequence)] |= bit(sequence);
      }
    }
  }
}
