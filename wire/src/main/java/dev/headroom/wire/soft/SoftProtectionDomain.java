package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.SharedReceiveQueue;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Protection domain of a software device: memory and queue pairs that may be used together. */
final class SoftProtectionDomain implements ProtectionDomain, RegisteredMemory {
  private static final Thread ANY_THREAD = Thread.ofPlatform().unstarted(() -> {});

  private static final int MOST_SHARED = 16_384;

  private final SoftDevice device;

  SoftProtectionDomain(SoftDevice device) {
    this.device = device;
  }

  @Override
  public MemoryRegion register(MemorySegment memory, Set<Access> access) {
    Access.check(memory, access);
    if (!memory.isAccessibleBy(ANY_THREAD)) {
      throw new IllegalArgumentException(
          "memory confined to one thread; use heap memory, or memory of a shared arena");
    }
    return device.register(this, memory, access);
  }

  @Override
  public QueuePair createQueuePair(
      QueuePairType type,
      QueuePairLimits limits,
      CompletionQueue sends,
      CompletionQueue receives,
      Optional<SharedReceiveQueue> shared) {
    SoftSharedReceiveQueue ownShared = null;
    if (shared.isPresent()) {
      if (!(shared.get() instanceof SoftSharedReceiveQueue of) || of.domain != this) {
        throw new IllegalArgumentException("a shared receive queue of another domain");
      }
      ownShared = of;
    }
    return device.createQueuePair(this, type, limits, own(sends), own(receives), ownShared);
  }

  /** A completion queue, if it is of this device. */
  SoftCompletionQueue own(CompletionQueue queue) {
    if (!(queue instanceof SoftCompletionQueue own) || own.lock != device) {
      throw new IllegalArgumentException("a completion queue of another device");
    }
    return own;
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int receives) {
    if (receives < 1 || receives > MOST_SHARED) {
      throw new IllegalArgumentException(
          receives + " shared receives; 1 to " + MOST_SHARED + " are valid");
    }
    return new SoftSharedReceiveQueue(device, this, receives);
  }

  @Override
  public @Nullable SoftMemoryRegion local(int lkey) {
    SoftMemoryRegion region = device.byLkey(lkey);
    return region != null && region.domain == this ? region : null;
  }

  @Override
  public @Nullable SoftMemoryRegion remote(int rkey) {
    SoftMemoryRegion region = device.byRkey(rkey);
    return region != null && region.domain == this ? region : null;
  }
}
