package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * The send queue: work requests in the order of posting. From {@link #head} on they have begun,
 * from {@link #begun} on they wait, up to {@link #tail}. The three numbers only grow.
 */
final class SendRing {
  private final @Nullable ActiveWorkRequest[] ring;
  private final int most;
  long head;
  long begun;
  long tail;

  SendRing(int most) {
    this.most = most;
    ring = new @Nullable ActiveWorkRequest[Integer.highestOneBit(Math.max(1, 2 * most - 1))];
  }

  boolean isFull() {
    return tail - head >= most;
  }

  /** The one that {@link #add} will add. */
  ActiveWorkRequest next(WorkRequest request) {
    int slot = (int) tail & (ring.length - 1);
    ActiveWorkRequest work = ring[slot];
    if (work == null) {
      work = new ActiveWorkRequest(request);
      ring[slot] = work;
    }
    work.request = request;
    return work;
  }

  void add() {
    tail++;
  }

  /** One from {@link #head} to {@link #tail}. */
  ActiveWorkRequest get(long index) {
    if (index < head || index >= tail) {
      throw new IllegalStateException("no work is at " + index);
    }
    return at(index);
  }

  /** The oldest, which is taken out; null if there is none. */
  @Nullable ActiveWorkRequest poll() {
    return head == tail ? null : at(head++);
  }

  private ActiveWorkRequest at(long index) {
    ActiveWorkRequest work = ring[(int) index & (ring.length - 1)];
    if (work == null) {
      throw new IllegalStateException("no work was ever at " + index);
    }
    return work;
  }
}
