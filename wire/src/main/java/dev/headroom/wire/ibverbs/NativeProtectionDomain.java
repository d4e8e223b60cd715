package dev.headroom.wire.ibverbs;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.SharedReceiveQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Protection domain of a native device: memory and queue pairs that may be used together. */
final class NativeProtectionDomain implements ProtectionDomain, AutoCloseable {
  private static final int MOST_SHARED = 16_384;

  final NativeDevice device;
  final MemorySegment handle;
  private final Map<Integer, NativeMemoryRegion> byLkey = new ConcurrentHashMap<>();

  NativeProtectionDomain(NativeDevice device) {
    this.device = device;
    try {
      handle = device.library.make("ibv_alloc_pd", device.context, "creating a protection domain");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public MemoryRegion register(MemorySegment memory, Set<Access> access) {
    Access.check(memory, access);
    if (!memory.isNative()) {
      throw new IllegalArgumentException(
          "heap memory, which a device cannot access; use memory of an arena");
    }
    NativeMemoryRegion region = new NativeMemoryRegion(this, memory, access);
    byLkey.put(region.lkey(), region);
    return device.keep(region);
  }

  void forget(NativeMemoryRegion region) {
    byLkey.remove(region.lkey(), region);
  }

  /**
   * The memory of a piece.
   *
   * @throws IllegalArgumentException if it is no registered memory of this domain
   */
  MemorySegment memory(ScatterGather piece, boolean written) {
    NativeMemoryRegion region = byLkey.get(piece.lkey());
    if (region == null || !region.holds(piece.address(), piece.bytes())) {
      throw new IllegalArgumentException(
          piece + " is not within a memory region of this protection domain");
    }
    if (written && !region.may(Access.LOCAL_WRITE)) {
      throw new IllegalArgumentException(piece + " is in a memory region without LOCAL_WRITE");
    }
    return region.memory().asSlice(piece.address() - region.address(), piece.bytes());
  }

  @Override
  public QueuePair createQueuePair(
      QueuePairType type,
      QueuePairLimits limits,
      CompletionQueue sends,
      CompletionQueue receives,
      Optional<SharedReceiveQueue> shared) {
    Optional<NativeSharedReceiveQueue> own = shared.map(this::own);
    return device.keep(new NativeQueuePair(this, type, limits, own(sends), own(receives), own));
  }

  private NativeSharedReceiveQueue own(SharedReceiveQueue queue) {
    if (!(queue instanceof NativeSharedReceiveQueue of) || of.domain != this) {
      throw new IllegalArgumentException("a shared receive queue of another domain");
    }
    return of;
  }

  private NativeCompletionQueue own(CompletionQueue queue) {
    if (!(queue instanceof NativeCompletionQueue of) || of.device != device) {
      throw new IllegalArgumentException("a completion queue of another device");
    }
    return of;
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int receives) {
    if (receives < 1 || receives > MOST_SHARED) {
      throw new IllegalArgumentException(
          receives + " shared receives; 1 to " + MOST_SHARED + " are valid");
    }
    return device.keep(new NativeSharedReceiveQueue(this, receives));
  }

  @Override
  public void close() {
    device.forget(this);
    int _ = device.library.end("ibv_dealloc_pd", handle);
  }
}
