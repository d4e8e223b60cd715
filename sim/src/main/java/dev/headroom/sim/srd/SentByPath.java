package dev.headroom.sim.srd;

import java.util.Arrays;

/**
 * Packets sent on each path, in the order in which they were sent: one list for each path. A way is
 * a queue, so what was sent before a packet that has arrived, the same way, has arrived or is lost.
 */
final class SentByPath {
  private static final int END = -1;

  private final int[] heads;
  private final int[] tails;
  private long[] sequences = new long[64];
  private long[] sentPs = new long[64];
  private int[] nexts = new int[64];
  private int free = END;
  private int used;

  SentByPath(int ways) {
    heads = new int[ways];
    tails = new int[ways];
    Arrays.fill(heads, END);
  }

  /** A packet leaves. */
  void add(int way, long sequence, long nowPs) {
    int node = newNode();
    sequences[node] = sequence;
    sentPs[node] = nowPs;
    nexts[node] = END;
    if (heads[way] == END) {
      heads[way] = node;
    } else {
      nexts[tails[way]] = node;
    }
    tails[way] = node;
  }

  private int newNode() {
    if (free != END) {
      int node = free;
      free = nexts[node];
      return node;
    }
    if (used == nexts.length) {
      sequences = Arrays.copyOf(sequences, 2 * used);
      sentPs = Arrays.copyOf(sentPs, 2 * used);
      nexts = Arrays.copyOf(nexts, 2 * used);
    }
    return used++;
  }

  /** When the packet was sent that went a way first, of those that it still has. */
  long firstPs(int way) {
    return heads[way] == END ? Long.MAX_VALUE : sentPs[heads[way]];
  }

  /**
   * The way of a packet that was sent at this time; forgets all that was sent earlier. Where times
   * are cut, several packets may be sent at one. Costs a look at every way.
   */
  int wayOf(long sequence, long atPs) {
    int found = -1;
    for (int way = 0; way < heads.length; way++) {
      while (firstPs(way) < atPs) {
        takeFirst(way);
      }
      found = holds(way, sequence, atPs) ? way : found;
    }
    if (found < 0) {
      throw new IllegalStateException("packet " + sequence + " was not sent at " + atPs);
    }
    return found;
  }

  /** Whether a packet is among those that a way has first and that were sent at this time. */
  private boolean holds(int way, long sequence, long atPs) {
    int node = heads[way];
    while (node != END && sentPs[node] == atPs && sequences[node] != sequence) {
      node = nexts[node];
    }
    return node != END && sentPs[node] == atPs;
  }

  /** Forgets the packet that went a way first, and returns it; there must be one. */
  long takeFirst(int way) {
    int node = heads[way];
    heads[way] = nexts[node];
    nexts[node] = free;
    free = node;
    return sequences[node];
  }
}
