package dev.headroom.sim.tcp;

import java.util.Arrays;

/**
 * Out-of-order data of a receiver beyond the first missing byte: ranges of the stream, apart from
 * each other and in order, with the payload and the segments in each. Segments overlap only where
 * they are the same.
 */
final class OutOfOrderQueue {
  private long[] from = new long[8];
  private long[] to = new long[8];
  private long[] payload = new long[8];
  private int[] segments = new int[8];
  private int size;
  private int held;

  /** Ranges. */
  int size() {
    return size;
  }

  /** Segments in all of them. */
  int heldSegments() {
    return held;
  }

  long from(int i) {
    return from[i];
  }

  long to(int i) {
    return to[i];
  }

  /** The range that a byte is in, or -1. */
  int rangeOf(long sequence) {
    int i = firstEndingAfter(sequence);
    return i < size && from[i] <= sequence ? i : -1;
  }

  /** The first range that ends after a byte. */
  private int firstEndingAfter(long sequence) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (to[middle] > sequence) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Takes a segment none of whose bytes is held. */
  void add(long start, long end, int payloadBytes) {
    held++;
    int i = firstEndingAfter(start);
    boolean joinsLeft = i > 0 && to[i - 1] == start;
    boolean joinsRight = i < size && from[i] == end;
    if (joinsLeft && joinsRight) {
      to[i - 1] = to[i];
      payload[i - 1] += payload[i] + payloadBytes;
      segments[i - 1] += segments[i] + 1;
      removeAt(i);
    } else if (joinsLeft) {
      to[i - 1] = end;
      payload[i - 1] += payloadBytes;
      segments[i - 1]++;
    } else if (joinsRight) {
      from[i] = start;
      payload[i] += payloadBytes;
      segments[i]++;
    } else {
      insertAt(i, start, end, payloadBytes);
    }
  }

  /** Payload of the first range, if it begins at a byte, else -1. */
  long payloadFrom(long start) {
    return size > 0 && from[0] == start ? payload[0] : -1;
  }

  /** The gap before the first range has closed: forgets it, and returns where it ended. */
  long takeFirst() {
    long end = to[0];
    held -= segments[0];
    removeAt(0);
    return end;
  }

  private void insertAt(int i, long start, long end, int payloadBytes) {
    if (size == from.length) {
      from = Arrays.copyOf(from, 2 * size);
      to = Arrays.copyOf(to, 2 * size);
      payload = Arrays.copyOf(payload, 2 * size);
      segments = Arrays.copyOf(segments, 2 * size);
    }
    move(i, i + 1, size - i);
    from[i] = start;
    to[i] = end;
    payload[i] = payloadBytes;
    segments[i] = 1;
    size++;
  }

  private void removeAt(int i) {
    size--;
    move(i + 1, i, size - i);
  }

  private void move(int source, int target, int count) {
    System.arraycopy(from, source, from, target, count);
    System.arraycopy(to, source, to, target, count);
    System.arraycopy(payload, source, payload, target, count);
    System.arraycopy(segments, source, segments, target, count);
  }
}
