package dev.headroom.sim.tcp;

import java.util.Arrays;

/**
 * State of the segments that a sender has not released yet: begin and end in the stream, time and
 * number of transmissions, and whether each is in flight, delivered or lost (the scoreboard of RFC
 * 6675, section 3, by segment). Segments are numbered from the start of the connection; a ring
 * holds those from the first not acknowledged to the last sent.
 */
final class SegmentScoreboard {
  private static final byte DELIVERED = 0;
  private static final byte IN_FLIGHT = 1;
  private static final byte LOST = 2;

  private long[] from = new long[64];
  private int[] length = new int[64];
  private int[] payload = new int[64];
  private long[] sentPs = new long[64];
  private byte[] state = new byte[64];
  private byte[] repeats = new byte[64];

  /** Of a delivered segment: one that is not before the next that is not delivered. */
  private long[] skip = new long[64];

  private long first;
  private long end;
  private long endByte;
  private long inFlightBytes;
  private int selected;
  private int lost;
  private long lostFrom;

  // What was sent, in order of time: what is no longer in flight, or was sent again, is skipped.
  private long[] order = new long[128];
  private int orderHead;
  private int orderSize;

  /** The first segment that is not acknowledged together with all before it. */
  long first() {
    return first;
  }

  /** One after the last segment ever sent. */
  long end() {
    return end;
  }

  /** The first byte never sent. */
  long endByte() {
    return endByte;
  }

  /** The first byte that is not acknowledged together with all before it. */
  long firstByte() {
    return first == end ? endByte : from[at(first)];
  }

  /** Bytes sent and neither acknowledged, selectively or not, nor lost. */
  long inFlightBytes() {
    return inFlightBytes;
  }

  /** Segments acknowledged selectively, beyond the first that is missing. */
  int selected() {
    return selected;
  }

  long from(long segment) {
    return from[at(segment)];
  }

  long to(long segment) {
    return from[at(segment)] + length[at(segment)];
  }

  int length(long segment) {
    return length[at(segment)];
  }

  int payload(long segment) {
    return payload[at(segment)];
  }

  /** When it was sent last. */
  long sentPs(long segment) {
    return sentPs[at(segment)];
  }

  /** Whether it was sent more than once. */
  boolean isRepeated(long segment) {
    return repeats[at(segment)] > 0;
  }

  boolean isDelivered(long segment) {
    return state[at(segment)] == DELIVERED;
  }

  boolean isInFlight(long segment) {
    return segment >= first && segment < end && state[at(segment)] == IN_FLIGHT;
  }

  /** A segment leaves for the first time: the one after the last. */
  void add(int bytes, int payloadBytes, long nowPs) {
    if (end - first == state.length) {
      grow();
    }
    int i = at(end);
    from[i] = endByte;
    length[i] = bytes;
    payload[i] = payloadBytes;
    repeats[i] = 0;
    endByte += bytes;
    note(end++, i, nowPs);
  }

  /** A segment leaves again: one that is lost, or as a probe one that is still on its way. */
  void repeat(long segment, long nowPs) {
    int i = at(segment);
    if (state[i] == LOST) {
      lost--;
    } else {
      inFlightBytes -= length[i];
    }
    repeats[i] = (byte) Math.min(repeats[i] + 1, Byte.MAX_VALUE);
    note(segment, i, nowPs);
  }

  private void note(long segment, int i, long nowPs) {
    state[i] = IN_FLIGHT;
    sentPs[i] = nowPs;
    inFlightBytes += length[i];
    if (2 * orderSize == order.length) {
      growOrder();
    }
    int last = (orderHead + orderSize++) & (order.length / 2 - 1);
    order[2 * last] = segment;
    order[2 * last + 1] = nowPs;
  }

  /** The segment that a byte, not acknowledged and sent, belongs to. */
  long segmentOf(long sequence) {
    long low = first;
    long high = end - 1;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (from[at(middle)] <= sequence) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The first segment from here on that is not delivered, or {@link #end}. */
  long nextUndelivered(long segment) {
    long next = segment;
    while (next < end && state[at(next)] == DELIVERED) {
      next = skip[at(next)];
    }
    if (segment < end && state[at(segment)] == DELIVERED) {
      skip[at(segment)] = next;
    }
    return next;
  }

  /** A segment that was not delivered is acknowledged selectively. */
  void select(long segment) {
    deliver(segment);
    selected++;
  }

  /** The first segment is acknowledged with all before it; it may have been selectively before. */
  void passFirst() {
    if (state[at(first)] == DELIVERED) {
      selected--;
    } else {
      deliver(first);
    }
    first++;
  }

  private void deliver(long segment) {
    int i = at(segment);
    if (state[i] == LOST) {
      lost--;
    } else {
      inFlightBytes -= length[i];
    }
    state[i] = DELIVERED;
    skip[i] = segment + 1;
  }

  /** A segment in flight is lost. */
  void lose(long segment) {
    int i = at(segment);
    state[i] = LOST;
    inFlightBytes -= length[i];
    lostFrom = lost++ == 0 ? segment : Math.min(lostFrom, segment);
  }

  boolean anyLost() {
    return lost > 0;
  }

  /** The first segment that is lost; there must be one. */
  long firstLost() {
    lostFrom = Math.max(lostFrom, first);
    while (state[at(lostFrom)] != LOST) {
      lostFrom++;
    }
    return lostFrom;
  }

  /** The segment in flight that was sent longest ago, or -1. */
  long oldest() {
    int mask = order.length / 2 - 1;
    while (orderSize > 0) {
      long segment = order[2 * orderHead];
      if (isInFlight(segment) && sentPs[at(segment)] == order[2 * orderHead + 1]) {
        return segment;
      }
      orderHead = (orderHead + 1) & mask;
      orderSize--;
    }
    return -1;
  }

  /** Room for so many segments before it grows; a power of two. */
  int capacity() {
    return state.length;
  }

  private int at(long segment) {
    return (int) segment & (state.length - 1);
  }

  private void grow() {
    int old = state.length;
    from = moved(from, old);
    sentPs = moved(sentPs, old);
    skip = moved(skip, old);
    length = moved(length, old);
    payload = moved(payload, old);
    repeats = moved(repeats, old);
    state = moved(state, old);
  }

  private long[] moved(long[] values, int old) {
    long[] into = new long[2 * old];
    for (long segment = first; segment < end; segment++) {
      into[(int) segment & (2 * old - 1)] = values[(int) segment & (old - 1)];
    }
    return into;
  }

  private int[] moved(int[] values, int old) {
    int[] into = new int[2 * old];
    for (long segment = first; segment < end; segment++) {
      into[(int) segment & (2 * old - 1)] = values[(int) segment & (old - 1)];
    }
    return into;
  }

  private byte[] moved(byte[] values, int old) {
    byte[] into = new byte[2 * old];
    for (long segment = first; segment < end; segment++) {
      into[(int) segment & (2 * old - 1)] = values[(int) segment & (old - 1)];
    }
    return into;
  }

  private void growOrder() {
    int entries = order.length / 2;
    long[] old = Arrays.copyOf(order, order.length);
    order = new long[2 * old.length];
    for (int i = 0; i < orderSize; i++) {
      int source = (orderHead + i) & (entries - 1);
      order[2 * i] = old[2 * source];
      order[2 * i + 1] = old[2 * source + 1];
    }
    orderHead = 0;
  }
}
