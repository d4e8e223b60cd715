package dev.headroom.sim.kernel;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * A binary heap of (time, key) pairs on one array; the pair with the least time, then key, on top.
 */
final class EventHeap {
  private long[] pair;
  private int size;

  EventHeap(int capacity) {
    pair = new long[2 * capacity];
  }

  boolean isEmpty() {
    return size == 0;
  }

  long topTime() {
    return pair[0];
  }

  long topKey() {
    return pair[1];
  }

  /** Whether this is true of the keys of all of them. */
  boolean all(LongPredicate ofKey) {
    for (int i = 0; i < size; i++) {
      if (!ofKey.test(pair[2 * i + 1])) {
        return false;
      }
    }
    return true;
  }

  void push(long time, long key) {
    if (2 * size == pair.length) {
      pair = Arrays.copyOf(pair, 2 * pair.length);
    }
    long[] p = pair;
    int i = size++;
    while (i > 0) {
      int up = (i - 1) >>> 1;
      long t = p[2 * up];
      if (t < time || (t == time && p[2 * up + 1] <= key)) {
        break;
      }
      p[2 * i] = t;
      p[2 * i + 1] = p[2 * up + 1];
      i = up;
    }
    p[2 * i] = time;
    p[2 * i + 1] = key;
  }

  void pop() {
    int n = --size;
    if (n == 0) {
      return;
    }
    long[] p = pair;
    long time = p[2 * n];
    long key = p[2 * n + 1];
    int i = 0;
    int half = n >>> 1;
    while (i < half) {
      int child = 2 * i + 1;
      long t = p[2 * child];
      int right = child + 1;
      if (right < n
          && (p[2 * right] < t || (p[2 * right] == t && p[2 * right + 1] < p[2 * child + 1]))) {
        child = right;
        t = p[2 * child];
      }
      if (time < t || (time == t && key <= p[2 * child + 1])) {
        break;
      }
      p[2 * i] = t;
      p[2 * i + 1] = p[2 * child + 1];
      i = child;
    }
    p[2 * i] = time;
    p[2 * i + 1] = key;
  }
}
