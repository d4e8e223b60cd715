package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Memory and queue pairs of one device that may have to do with each other. */
final class SoftDomain implements ProtectionDomain {
  private static final Thread ANY_THREAD = Thread.ofPlatform().unstarted(() -> {});

  private final SoftDevice device;

  SoftDomain(SoftDevice device) {
    this.device = device;
  }

  @Override
  public MemoryRegion register(MemorySegment memory, Set<Access> access) {
    if (memory.byteSize() == 0) {
      throw new IllegalArgumentException("an empty region; at least one byte is right");
    }
    if (!memory.isAccessibleBy(ANY_THREAD)) {
      throw new IllegalArgumentException(
          "memory of one thread only; it must be of the heap, or of an arena that is shared");
    }
    boolean changed = access.contains(Access.REMOTE_WRITE) || access.contains(Access.REMOTE_ATOMIC);
    if (memory.isReadOnly() && (changed || access.contains(Access.LOCAL_WRITE))) {
      throw new IllegalArgumentException("read-only memory cannot be registered for writing");
    }
    if (changed && !access.contains(Access.LOCAL_WRITE)) {
      throw new IllegalArgumentException("REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE too");
    }
    return device.register(this, memory, access);
  }

  @Override
  public QueuePair createQueuePair(
      QueuePairLimits limits, CompletionQueue sends, CompletionQueue receives) {
    if (!(sends instanceof SoftCompletionQueue own)
        || !(receives instanceof SoftCompletionQueue ownReceives)
        || own.device != device
        || ownReceives.device != device) {
      throw new IllegalArgumentException("completion queues of another device");
    }
    return device.createQueuePair(this, limits, own, ownReceives);
  }

  /** The region of this key in this domain, or null. */
  @Nullable SoftRegion local(int lkey) {
    SoftRegion region = device.byLkey(lkey);
    return region != null && region.domain == this ? region : null;
  }

  /** The region that a peer names so, or null. */
  @Nullable SoftRegion remote(int rkey) {
    SoftRegion region = device.byRkey(rkey);
    return region != null && region.domain == this ? region : null;
  }
}
