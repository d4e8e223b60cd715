package dev.headroom.sim.host;

import java.util.Arrays;

/** FIFO of due times, in the order in which they were added: a ring that grows. */
final class DueTimeQueue {
  private long[] ps = new long[16];
  private int oldest;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** Of the first, in picoseconds; only if there is one. */
  long first() {
    return ps[oldest];
  }

  void add(long atPs) {
    if (size == ps.length) {
      ps = unrolled(ps, oldest);
      oldest = 0;
    }
    ps[oldest + size++ & ps.length - 1] = atPs;
  }

  long poll() {
    long first = ps[oldest];
    oldest = oldest + 1 & ps.length - 1;
    size--;
    return first;
  }

  /** What a full ring holds, from its oldest on, in one of twice the size. */
  private static long[] unrolled(long[] ring, int oldest) {
    long[] larger = Arrays.copyOf(ring, 2 * ring.length);
    System.arraycopy(ring, oldest, larger, 0, ring.length - oldest);
    System.arraycopy(ring, 0, larger, ring.length - oldest, oldest);
    return larger;
  }
}
