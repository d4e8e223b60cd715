package dev.headroom.sim.rc;

/** Packet sequence numbers: 24 bits, compared modulo 2^24 (InfiniBand specification, 9.7.2). */
public final class Psn {
  private static final int MASK = 0xffffff;

  private Psn() {}

  public static int of(long sequence) {
    return (int) sequence & MASK;
  }

  /** How far {@code a} is ahead of {@code b}: -2^23 to 2^23 - 1. */
  public static int distance(int a, int b) {
    return ((a - b) << 8) >> 8;
  }
}
