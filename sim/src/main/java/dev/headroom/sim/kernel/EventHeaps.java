package dev.headroom.sim.kernel;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Store of many heaps of (time, key) pairs, which grows to what all of them hold together: skew
 * heaps (Sleator and Tarjan, "Self-Adjusting Heaps", 1986). A heap is the number of its first
 * event, or {@link #NONE}.
 */
final class EventHeaps {
  static final int NONE = -1;

  /** Events that there is room for at first. */
  private static final int ROOM = 1024;

  private long[] pair = new long[2 * ROOM];
  private int[] left = new int[ROOM];
  private int[] right = new int[ROOM];

  /** A chain of free places, by {@link #left}. */
  private int free = NONE;

  private int used;

  long time(int heap) {
    return pair[2 * heap];
  }

  long key(int heap) {
    return pair[2 * heap + 1];
  }

  /** Adds an event; returns the heap that it makes of one. */
  int push(int heap, long time, long key) {
    int n = free;
    if (n == NONE) {
      n = used++;
      if (n == left.length) {
        grow();
      }
    } else {
      free = left[n];
    }
    pair[2 * n] = time;
    pair[2 * n + 1] = key;
    left[n] = NONE;
    right[n] = NONE;
    return merge(heap, n);
  }

  /** Takes the first event out; returns what is left. */
  int pop(int heap) {
    int rest = merge(left[heap], right[heap]);
    left[heap] = free;
    free = heap;
    return rest;
  }

  private int merge(int one, int other) {
    if (one == NONE) {
      return other;
    }
    if (other == NONE) {
      return one;
    }
    boolean swaps = isBefore(other, one);
    int root = swaps ? other : one;
    int to = swaps ? one : other;
    int at = root;
    while (true) {
      int rest = right[at];
      right[at] = left[at];
      if (rest == NONE) {
        left[at] = to;
        return root;
      }
      if (isBefore(to, rest)) {
        int first = to;
        to = rest;
        rest = first;
      }
      left[at] = rest;
      at = rest;
    }
  }

  private boolean isBefore(int a, int b) {
    long t = pair[2 * a];
    long u = pair[2 * b];
    return t < u || (t == u && pair[2 * a + 1] < pair[2 * b + 1]);
  }

  /** Whether this is true of the keys of all events of a heap. */
  boolean all(int heap, LongPredicate ofKey) {
    IntArrayList open = new IntArrayList();
    open.add(heap);
    while (!open.isEmpty()) {
      int n = open.popInt();
      if (n != NONE) {
        if (!ofKey.test(key(n))) {
          return false;
        }
        open.add(left[n]);
        open.add(right[n]);
      }
    }
    return true;
  }

  private void grow() {
    int size = 2 * left.length;
    pair = Arrays.copyOf(pair, 2 * size);
    left = Arrays.copyOf(left, size);
    right = Arrays.copyOf(right, size);
  }
}
