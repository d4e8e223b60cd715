package dev.headroom.sim.kernel;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Index of the next event time of each of many devices.
 *
 * <p>A time each, and the least of every {@value #BLOCK} of them: to be needed earlier costs two
 * words, and whoever looks for those who are due passes over blocks in which nobody is.
 */
final class NextEventIndex {
  private static final int SHIFT = 6;
  private static final int BLOCK = 1 << SHIFT;

  private final long[] nextPs;
  private final long[] least;

  NextEventIndex(int size) {
    nextPs = new long[size];
    least = new long[(size + BLOCK - 1) >>> SHIFT];
    Arrays.fill(nextPs, EventQueue.NEVER);
    Arrays.fill(least, EventQueue.NEVER);
  }

  /** Somebody has something to do at a time, or before. */
  void need(int who, long atPs) {
    if (atPs < nextPs[who]) {
      nextPs[who] = atPs;
      least[who >>> SHIFT] = Math.min(least[who >>> SHIFT], atPs);
    }
  }

  /** The first time at which anybody has something to do, or {@link EventQueue#NEVER}. */
  long earliestPs() {
    long earliest = EventQueue.NEVER;
    for (long atPs : least) {
      earliest = Math.min(earliest, atPs);
    }
    return earliest;
  }

  /**
   * Calls all who have something to do before a time, each once and in order; what they are {@link
   * #need needed} for meanwhile must not lie before it.
   */
  void callDue(long endPs, IntConsumer call) {
    for (int block = 0; block < least.length; block++) {
      if (least[block] < endPs) {
        callDue(block, endPs, call);
      }
    }
  }

  private void callDue(int block, long endPs, IntConsumer call) {
    int first = block << SHIFT;
    int end = Math.min(nextPs.length, first + BLOCK);
    for (int who = first; who < end; who++) {
      if (nextPs[who] < endPs) {
        nextPs[who] = EventQueue.NEVER;
        call.accept(who);
      }
    }
    long earliest = EventQueue.NEVER;
    for (int who = first; who < end; who++) {
      earliest = Math.min(earliest, nextPs[who]);
    }
    least[block] = earliest;
  }
}
