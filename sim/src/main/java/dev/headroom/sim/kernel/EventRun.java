package dev.headroom.sim.kernel;

import java.util.function.LongPredicate;

/**
 * A few (time, key) pairs in order, the least last, where it is taken from. Sorted by insertion:
 * for the handful of events that a bucket holds that costs less than a heap.
 */
final class EventRun {
  static final int CAPACITY = 40;

  private final long[] pair = new long[2 * CAPACITY];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  boolean isFull() {
    return size == CAPACITY;
  }

  long topTime() {
    return pair[2 * size - 2];
  }

  long topKey() {
    return pair[2 * size - 1];
  }

  /** Whether this is true of the keys of all of them. */
  boolean all(LongPredicate ofKey) {
    for (int i = size - 1; i >= 0; i--) {
      if (!ofKey.test(pair[2 * i + 1])) {
        return false;
      }
    }
    return true;
  }

  void pop() {
    size--;
  }

  void add(long time, long key) {
    long[] p = pair;
    int i = size++;
    while (i > 0) {
      long t = p[2 * i - 2];
      if (t > time || (t == time && p[2 * i - 1] >= key)) {
        break;
      }
      p[2 * i] = t;
      p[2 * i + 1] = p[2 * i - 1];
      i--;
    }
    p[2 * i] = time;
    p[2 * i + 1] = key;
  }
}
