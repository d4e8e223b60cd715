package dev.headroom.app.nic;

import java.util.TreeSet;

/**
 * Counter of the messages that a queue pair's responder has completed when it sends an ACK: the MSN
 * of its AETH (IBA 9.7.7.1). It is worked out from the data that went by.
 */
final class MsnCounter {
  /**
   * Last packets of messages that went by and are not acknowledged yet, by a number that never
   * wraps.
   */
  private final TreeSet<Long> ends = new TreeSet<>();

  private long acknowledged = -1;
  private long newest;
  private int completed;

  /** A data packet that ends a message. */
  void ended(int psn) {
    long end = unwrapped(psn);
    if (end > acknowledged) {
      ends.add(end);
    }
  }

  /** The MSN of an answer that acknowledges everything before this PSN. */
  int before(int psn) {
    acknowledged = Math.max(acknowledged, unwrapped(psn) - 1);
    while (!ends.isEmpty() && ends.first() <= acknowledged) {
      ends.removeFirst();
      completed++;
    }
    return completed & 0xffffff;
  }

  private long unwrapped(int psn) {
    long near = newest + ((psn - (int) newest) << 8 >> 8);
    newest = Math.max(newest, near);
    return near;
  }
}
