package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.ScatterGather;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Ring of posted receives, in the order of posting. */
final class ReceiveRing {
  /** One of it. */
  static final class Receive {
    final ScatterGatherMemory pieces = new ScatterGatherMemory();
    long id;
  }

  private final @Nullable Receive[] ring;
  private final int most;
  private long head;
  private long tail;

  ReceiveRing(int most) {
    this.most = most;
    ring = new @Nullable Receive[Integer.highestOneBit(Math.max(1, 2 * most - 1))];
  }

  int size() {
    return (int) (tail - head);
  }

  void post(RegisteredMemory domain, long id, ScatterGather... room) {
    int slot = (int) tail & (ring.length - 1);
    Receive receive = ring[slot];
    if (receive == null) {
      receive = new Receive();
      ring[slot] = receive;
    }
    receive.pieces.set(domain, Arrays.asList(room), true);
    receive.id = id;
    if (tail - head >= most) {
      throw new IllegalStateException("the receive queue is full: " + most + " are posted");
    }
    tail++;
  }

  /**
   * Takes the oldest.
   *
   * @param spare one that is free, and stays here in its place
   * @return null if there is none; then {@code spare} stays free
   */
  @Nullable Receive take(Receive spare) {
    if (head == tail) {
      return null;
    }
    int slot = (int) head++ & (ring.length - 1);
    Receive first = ring[slot];
    ring[slot] = spare;
    return first;
  }

  /** Takes the oldest out; it is used again for another. Null if there is none. */
  @Nullable Receive poll() {
    return head == tail ? null : ring[(int) head++ & (ring.length - 1)];
  }

  void clear() {
    head = tail;
  }
}
