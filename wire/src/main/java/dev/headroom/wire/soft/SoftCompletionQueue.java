package dev.headroom.wire.soft;

import dev.headroom.wire.soft.link.AddressBits;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.Sender;
import dev.headroom.wire.verbs.WorkCompletion;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Completion queue of some queue pairs of one software device, with entries as numbers in a ring:
 * they become objects when they are taken.
 */
final class SoftCompletionQueue implements CompletionQueue {
  /** Longs of one: id; kind; bytes; immediate and sender's queue pair; sender's address. */
  private static final int LONGS = 6;

  private static final int FIRST = 64;
  private static final long RECEIVE = 1L << 40;
  private static final long IMMEDIATE = 1L << 41;
  private static final long DATAGRAM = 1L << 42;
  private static final long LOW = 0xffff_ffffL;

  /** The device: held while the ring is changed, and waited at. */
  final Object lock;

  private final int entries;
  private long[] ring = new long[FIRST * LONGS];
  private WorkCompletion.Status[] statuses = new WorkCompletion.Status[FIRST];
  private int capacity = FIRST;
  private long head;
  private long tail;
  private int waiting;

  SoftCompletionQueue(Object lock, int entries) {
    this.lock = lock;
    this.entries = entries;
  }

  /** Adds that of a send; false if there is no room, and it is lost. */
  boolean add(long id, int queuePair, WorkCompletion.Status status, long bytes) {
    return put(id, status, queuePair, bytes, 0, 0, 0);
  }

  /** Adds that of a receive. */
  boolean addReceive(
      long id,
      int queuePair,
      WorkCompletion.Status status,
      long bytes,
      boolean hasImmediate,
      int immediate) {
    long kind = queuePair | RECEIVE | (hasImmediate ? IMMEDIATE : 0);
    return put(id, status, kind, bytes, immediate & LOW, 0, 0);
  }

  /** Adds that of a datagram that was received. */
  boolean addDatagram(
      long id,
      int queuePair,
      long bytes,
      boolean hasImmediate,
      int immediate,
      long high,
      long low,
      int sender) {
    long kind = queuePair | RECEIVE | DATAGRAM;
    return put(
        id,
        WorkCompletion.Status.SUCCESS,
        kind | (hasImmediate ? IMMEDIATE : 0),
        bytes,
        (immediate & LOW) | (long) sender << 32,
        high,
        low);
  }

  private boolean put(
      long id,
      WorkCompletion.Status status,
      long kind,
      long bytes,
      long extra,
      long high,
      long low) {
    if (tail - head >= entries) {
      return false;
    }
    if (tail - head == capacity) {
      grow();
    }
    statuses[(int) tail & (capacity - 1)] = status;
    int at = at(tail++);
    ring[at] = id;
    ring[at + 1] = kind;
    ring[at + 2] = bytes;
    ring[at + 3] = extra;
    ring[at + 4] = high;
    ring[at + 5] = low;
    if (waiting > 0) {
      lock.notifyAll();
    }
    return true;
  }

  private int at(long index) {
    return (int) (index & (capacity - 1)) * LONGS;
  }

  private void grow() {
    long[] more = new long[ring.length * 2];
    int first = at(head);
    System.arraycopy(ring, first, more, 0, ring.length - first);
    System.arraycopy(ring, 0, more, ring.length - first, first);
    head = 0;
    tail = capacity;
    capacity *= 2;
    ring = more;
    WorkCompletion.Status[] moreStatuses = new WorkCompletion.Status[capacity];
    System.arraycopy(statuses, first / LONGS, moreStatuses, 0, statuses.length - first / LONGS);
    System.arraycopy(statuses, 0, moreStatuses, statuses.length - first / LONGS, first / LONGS);
    statuses = moreStatuses;
  }

  private WorkCompletion take() {
    WorkCompletion.Status status = statuses[(int) head & (capacity - 1)];
    int at = at(head++);
    long kind = ring[at + 1];
    long extra = ring[at + 3];
    return new WorkCompletion(
        ring[at],
        (int) kind & 0xffffff,
        status,
        (kind & RECEIVE) != 0,
        ring[at + 2],
        (kind & IMMEDIATE) != 0 ? OptionalInt.of((int) extra) : OptionalInt.empty(),
        (kind & DATAGRAM) != 0
            ? Optional.of(
                new Sender(AddressBits.of(ring[at + 4], ring[at + 5]), (int) (extra >>> 32)))
            : Optional.empty());
  }

  @Override
  public Optional<WorkCompletion> poll() {
    synchronized (lock) {
      return head == tail ? Optional.empty() : Optional.of(take());
    }
  }

  @Override
  public Optional<WorkCompletion> await(long timeoutNs) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNs;
    synchronized (lock) {
      waiting++;
      try {
        while (head == tail) {
          long left = deadline - System.nanoTime();
          if (left <= 0) {
            return Optional.empty();
          }
          TimeUnit.NANOSECONDS.timedWait(lock, left);
        }
        return Optional.of(take());
      } finally {
        waiting--;
      }
    }
  }
}
