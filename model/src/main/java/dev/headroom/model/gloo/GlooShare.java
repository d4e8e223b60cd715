package dev.headroom.model.gloo;

/**
 * Part of one process in a collective.
 *
 * @param rank of this process
 * @param ranks processes, 2 or more
 * @param bytes of the largest buffer of a process
 */
record GlooShare(int rank, int ranks, long bytes) {
  private static final int FLOAT = 4;

  /** What an element takes: a float, or a byte where the buffer is no whole number of floats. */
  int element() {
    return bytes % FLOAT == 0 ? FLOAT : 1;
  }

  long elements() {
    return bytes / element();
  }

  /** The process so many after this one. */
  int after(int distance) {
    return Math.floorMod(rank + distance, ranks);
  }

  static long roundUp(long value, long multiple) {
    return Math.ceilDiv(value, multiple) * multiple;
  }

  /** What of a piece lies within a whole; 0 where none does. */
  static long within(long whole, long offset, long length) {
    return Math.max(0, Math.min(length, whole - offset));
  }
}
