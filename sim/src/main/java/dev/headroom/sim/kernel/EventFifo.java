package dev.headroom.sim.kernel;

import java.util.function.LongPredicate;

/**
 * FIFO of events in order of time, in a ring that grows: events with a constant delay are scheduled
 * in the order in which they happen, and need no heap. Events of the same time are in no order.
 */
final class EventFifo {
  private static final int ROOM = 8;

  /** Of each a time and a key; as many as a power of two, or none. */
  private long[] pairs = {};

  // They run on, and around: only their difference and their last bits mean anything.
  private int first;
  private int end;

  /** Time of the first event, or {@link EventQueue#NEVER}. */
  long firstPs() {
    return first == end ? EventQueue.NEVER : pairs[at(first)];
  }

  /** Of the first event; there must be one. */
  long firstKey() {
    return pairs[at(first) + 1];
  }

  /** Whether an event of this time would be the last. */
  boolean endsBy(long timePs) {
    return first == end || pairs[at(end - 1)] <= timePs;
  }

  /** Adds an event; the line must {@linkplain #endsBy end} by its time. */
  void add(long timePs, long key) {
    if (2 * (end - first) == pairs.length) {
      grow();
    }
    int i = at(end++);
    pairs[i] = timePs;
    pairs[i + 1] = key;
  }

  /** Takes the first event out; there must be one. */
  void remove() {
    first++;
  }

  /** Whether this is true of the keys of all events. */
  boolean all(LongPredicate ofKey) {
    for (int i = first; i != end; i++) {
      if (!ofKey.test(pairs[at(i) + 1])) {
        return false;
      }
    }
    return true;
  }

  private int at(int number) {
    return (2 * number) & (pairs.length - 1);
  }

  private void grow() {
    int head = at(first);
    int size = end - first;
    long[] longer = new long[Math.max(2 * ROOM, 2 * pairs.length)];
    System.arraycopy(pairs, head, longer, 0, pairs.length - head);
    System.arraycopy(pairs, 0, longer, pairs.length - head, head);
    pairs = longer;
    first = 0;
    end = size;
  }
}
