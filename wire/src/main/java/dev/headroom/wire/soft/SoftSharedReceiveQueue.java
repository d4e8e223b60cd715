package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.SharedReceiveQueue;

/** Shared receive queue of a software device, from which several queue pairs take receives. */
final class SoftSharedReceiveQueue implements SharedReceiveQueue {
  final SoftProtectionDomain domain;
  final ReceiveRing ring;
  private final Object lock;
  private int users;
  private boolean open = true;

  SoftSharedReceiveQueue(Object lock, SoftProtectionDomain domain, int most) {
    this.lock = lock;
    this.domain = domain;
    ring = new ReceiveRing(most);
  }

  /** A queue pair takes from it from now on. */
  void join() {
    if (!open) {
      throw new IllegalStateException("the shared receive queue is closed");
    }
    users++;
  }

  void leave() {
    users--;
  }

  @Override
  public void postReceive(long id, ScatterGather... room) {
    synchronized (lock) {
      if (!open) {
        throw new IllegalStateException("the shared receive queue is closed");
      }
      ring.post(domain, id, room);
    }
  }

  @Override
  public int posted() {
    synchronized (lock) {
      return ring.size();
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (users > 0) {
        throw new IllegalStateException(users + " queue pairs still use it");
      }
      open = false;
      ring.clear();
    }
  }
}
