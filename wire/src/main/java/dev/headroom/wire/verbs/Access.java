package dev.headroom.wire.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * Access right to a memory region, or operation that a peer may request of a queue pair (IBA
 * 10.6.3).
 */
public enum Access {
  /** This side's own receives and READ results are written to it. */
  LOCAL_WRITE,
  REMOTE_WRITE,
  REMOTE_READ,
  REMOTE_ATOMIC;

  /**
   * Sees to it that memory can be registered for this, on whatever device.
   *
   * @throws IllegalArgumentException if it cannot
   */
  public static void check(MemorySegment memory, Set<Access> access) {
    if (memory.byteSize() == 0) {
      throw new IllegalArgumentException("an empty region; at least one byte is required");
    }
    boolean changed = access.contains(REMOTE_WRITE) || access.contains(REMOTE_ATOMIC);
    if (memory.isReadOnly() && (changed || access.contains(LOCAL_WRITE))) {
      throw new IllegalArgumentException("read-only memory cannot be registered for writing");
    }
    if (changed && !access.contains(LOCAL_WRITE)) {
      throw new IllegalArgumentException("REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE too");
    }
  }
}
