package dev.headroom.sim.delivery;

import java.util.Arrays;

/**
 * State of the packets that a sender has not released yet: time of the last transmission, number of
 * transmissions, and whether each is in flight or must be retransmitted. A ring by sequence number
 * that grows with the distance from the first one not acknowledged to the last one sent.
 */
public final class PacketScoreboard {
  private static final byte DONE = 0;
  private static final byte IN_FLIGHT = 1;
  private static final byte MISSING = 2;

  private long[] sentPs = new long[128];
  private short[] bytes = new short[128];
  private byte[] state = new byte[128];
  private byte[] repeats = new byte[128];

  private long first;
  private long end;

  /** Bytes of all packets before the first, and before the end. */
  private long firstByte;

  private long endByte;

  private int missing;

  /** Packets from the first on that have arrived. */
  private int selected;

  /** No packet before this one is missing. */
  private long missingFrom;

  // What was sent, in order of time: what is no longer in flight is skipped when it gets to the
  // head.
  private long[] order = new long[256];
  private int orderHead;
  private int orderSize;

  /** The first packet that is not known to have arrived together with all before it. */
  public long first() {
    return first;
  }

  /** One after the last packet that was ever sent. */
  public long end() {
    return end;
  }

  /** Bytes of all packets that are known to have arrived together with all before them. */
  public long firstByte() {
    return firstByte;
  }

  /** Bytes of all packets that were ever sent, each counted once. */
  public long endByte() {
    return endByte;
  }

  /** A packet leaves for the first time: the one after the last. */
  public void add(int packetBytes, long nowPs) {
    if (end - first == state.length) {
      grow();
    }
    int i = at(end);
    bytes[i] = (short) packetBytes;
    endByte += packetBytes;
    repeats[i] = 0;
    note(end++, i, nowPs);
  }

  /** A packet leaves again that was missing. */
  public void repeat(long sequence, long nowPs) {
    int i = at(sequence);
    missing--;
    repeats[i] = (byte) Math.min(repeats[i] + 1, Byte.MAX_VALUE);
    note(sequence, i, nowPs);
  }

  private void note(long sequence, int i, long nowPs) {
    state[i] = IN_FLIGHT;
    sentPs[i] = nowPs;
    if (2 * orderSize == order.length) {
      growOrder();
    }
    int last = (orderHead + orderSize++) & (order.length / 2 - 1);
    order[2 * last] = sequence;
    order[2 * last + 1] = nowPs;
  }

  public boolean isInFlight(long sequence) {
    return isTracked(sequence) && state[at(sequence)] == IN_FLIGHT;
  }

  public boolean isMissing(long sequence) {
    return isTracked(sequence) && state[at(sequence)] == MISSING;
  }

  private boolean isTracked(long sequence) {
    return sequence >= first && sequence < end;
  }

  /** When a packet in flight was sent last. */
  public long sentPs(long sequence) {
    return sentPs[at(sequence)];
  }

  /** How often a packet was sent again. */
  public int repeats(long sequence) {
    return repeats[at(sequence)];
  }

  public int bytes(long sequence) {
    return bytes[at(sequence)];
  }

  /** A packet has arrived; returns its bytes if it was to be sent again, else 0. */
  public int arrived(long sequence) {
    if (!isTracked(sequence)) {
      return 0;
    }
    int i = at(sequence);
    boolean wasMissing = state[i] == MISSING;
    selected += state[i] == DONE ? 0 : 1;
    state[i] = DONE;
    missing -= wasMissing ? 1 : 0;
    return wasMissing ? bytes[i] : 0;
  }

  /** All before this one have arrived; returns the bytes of those that were to be sent again. */
  public int arrivedBefore(long upTo) {
    int sum = 0;
    while (first < upTo && first < end) {
      sum += arrived(first);
      skipFirst();
    }
    return sum;
  }

  /** Forgets those at the front that have arrived one by one. */
  public void forgetArrived() {
    while (first < end && state[at(first)] == DONE) {
      skipFirst();
    }
  }

  private void skipFirst() {
    firstByte += bytes[at(first)];
    first++;
    selected--;
  }

  /** A packet in flight has to be sent again. */
  public void miss(long sequence) {
    state[at(sequence)] = MISSING;
    missingFrom = missing++ == 0 ? sequence : Math.min(missingFrom, sequence);
  }

  /** Packets that have arrived, but not all before them. */
  public int selected() {
    return selected;
  }

  public boolean anyMissing() {
    return missing > 0;
  }

  /** The first packet that has to be sent again; there must be one. */
  public long firstMissing() {
    missingFrom = Math.max(missingFrom, first);
    while (state[at(missingFrom)] != MISSING) {
      missingFrom++;
    }
    return missingFrom;
  }

  /** The packet in flight that was sent longest ago, or -1. */
  public long oldest() {
    int mask = order.length / 2 - 1;
    while (orderSize > 0) {
      long sequence = order[2 * orderHead];
      if (isInFlight(sequence) && sentPs[at(sequence)] == order[2 * orderHead + 1]) {
        return sequence;
      }
      orderHead = (orderHead + 1) & mask;
      orderSize--;
    }
    return -1;
  }

  private int at(long sequence) {
    return (int) sequence & (state.length - 1);
  }

  private void grow() {
    int old = state.length;
    long[] oldSent = sentPs;
    short[] oldBytes = bytes;
    byte[] oldState = state;
    byte[] oldRepeats = repeats;
    sentPs = new long[2 * old];
    bytes = new short[2 * old];
    state = new byte[2 * old];
    repeats = new byte[2 * old];
    for (long sequence = first; sequence < end; sequence++) {
      int from = (int) sequence & (old - 1);
      int to = at(sequence);
      sentPs[to] = oldSent[from];
      bytes[to] = oldBytes[from];
      state[to] = oldState[from];
      repeats[to] = oldRepeats[from];
    }
  }

  private void growOrder() {
    int entries = order.length / 2;
    long[] old = Arrays.copyOf(order, order.length);
    order = new long[2 * old.length];
    for (int i = 0; i < orderSize; i++) {
      int from = (orderHead + i) & (entries - 1);
      order[2 * i] = old[2 * from];
      order[2 * i + 1] = old[2 * from + 1];
    }
    orderHead = 0;
  }
}
