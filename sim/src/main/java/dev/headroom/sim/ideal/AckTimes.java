package dev.headroom.sim.ideal;

import java.util.Arrays;

/**
 * Times of ACKs, or of responses to READs, on a path without other traffic, each with the packet up
 * to which it counts. ACKs that follow each other at equal distances are one entry.
 */
final class AckTimes {
  private static final int WORDS = 5;

  /** For each entry: packets and time of its first ACK, packets and time between ACKs, how many. */
  private long[] entry = new long[16 * WORDS];

  private int first;
  private int end;

  void clear() {
    first = 0;
    end = 0;
  }

  void add(long upTo, long atPs) {
    addRun(upTo, atPs, 0, 0, 1);
  }

  void addRun(long upTo, long atPs, long packetsApart, long psApart, long count) {
    if (end == entry.length) {
      if (2 * first > end) {
        System.arraycopy(entry, first, entry, 0, end - first);
        end -= first;
        first = 0;
      } else {
        entry = Arrays.copyOf(entry, 2 * end);
      }
    }
    entry[end] = upTo;
    entry[end + 1] = atPs;
    entry[end + 2] = packetsApart;
    entry[end + 3] = psApart;
    entry[end + 4] = count;
    end += WORDS;
  }

  /**
   * When so many packets had been acknowledged; asked for ever more of them, never beyond the log.
   */
  long whenPs(long packets) {
    pass(packets);
    if (first == end) {
      throw new IllegalStateException("no ACK for packet " + packets);
    }
    long missing = packets - entry[first];
    long step = entry[first + 2];
    long index = missing <= 0 || step == 0 ? 0 : (missing + step - 1) / step;
    return entry[first + 1] + index * entry[first + 3];
  }

  /** Words of {@link #snapshot}. */
  int words() {
    return end - first;
  }

  /**
   * Writes down what may still be asked for, so that two snapshots are equal if all answers will
   * be: packets relative to {@code packets}, times to {@code basePs}.
   */
  void snapshot(long[] into, int at, long packets, long basePs) {
    System.arraycopy(entry, first, into, at, end - first);
    for (int i = at; i < at + end - first; i += WORDS) {
      into[i] -= packets;
      into[i + 1] -= basePs;
    }
  }

  /** Moves everything on, as if so many packets had been acknowledged in the meantime. */
  void shift(long packets, long ps) {
    for (int i = first; i < end; i += WORDS) {
      entry[i] += packets;
      entry[i + 1] += ps;
    }
  }

  private void pass(long packets) {
    while (first < end && last(first) < packets) {
      first += WORDS;
    }
  }

  private long last(int at) {
    return entry[at] + (entry[at + 4] - 1) * entry[at + 2];
  }
}
