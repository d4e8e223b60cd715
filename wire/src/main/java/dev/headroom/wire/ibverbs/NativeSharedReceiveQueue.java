package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.SharedReceiveQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Shared receive queue of a native device, from which several queue pairs take receives. */
final class NativeSharedReceiveQueue implements SharedReceiveQueue {
  private static final int PIECES = 16;

  final NativeProtectionDomain domain;
  final MemorySegment handle;
  private final Arena arena = Arena.ofShared();
  private final NativeWorkRequests.Receives work;
  private final long[] ids;
  private final int[] free;
  private int frees;
  private int users;
  private boolean closed;

  NativeSharedReceiveQueue(NativeProtectionDomain domain, int receives) {
    this.domain = domain;
    work = new NativeWorkRequests.Receives(domain, arena, PIECES);
    ids = new long[receives];
    free = new int[receives];
    for (int i = 0; i < receives; i++) {
      free[frees++] = receives - 1 - i;
    }
    try (Arena own = Arena.ofConfined()) {
      MemorySegment attributes =
          own.allocate(VerbsLayout.SharedAttributes.SIZE, VerbsLayout.POINTER);
      attributes.set(JAVA_INT, VerbsLayout.SharedAttributes.RECEIVES, receives);
      attributes.set(JAVA_INT, VerbsLayout.SharedAttributes.PIECES, PIECES);
      handle =
          domain.device.library.make(
              "ibv_create_srq", domain.handle, attributes, "creating a shared receive queue");
    } catch (IOException e) {
      arena.close();
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void postReceive(long id, ScatterGather... room) {
    if (closed || frees == 0) {
      throw new IllegalStateException(
          "the shared receive queue is " + (closed ? "closed" : "full: " + ids.length));
    }
    int slot = free[--frees];
    ids[slot] = id;
    work.post(
        domain.device.postSharedFunction, handle, NativeQueuePair.SHARED_RECEIVE | slot, room);
  }

  /** What was posted in a slot, which is free again. */
  synchronized long taken(int slot) {
    free[frees++] = slot;
    return ids[slot];
  }

  synchronized void join() {
    users++;
  }

  synchronized void leave() {
    users--;
  }

  @Override
  public synchronized int posted() {
    return ids.length - frees;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    if (users > 0) {
      throw new IllegalStateException(users + " queue pairs still use it");
    }
    closed = true;
    domain.device.forget(this);
    int _ = domain.device.library.end("ibv_destroy_srq", handle);
    arena.close();
  }
}
