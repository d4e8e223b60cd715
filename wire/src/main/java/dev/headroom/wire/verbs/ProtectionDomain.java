package dev.headroom.wire.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Set;

/** Memory and queue pairs that may have to do with each other (IBA 10.2.3). */
public interface ProtectionDomain {
  /**
   * Registers memory. Its keys are drawn at random, and not again soon after it is closed.
   *
   * @param memory at least one byte; it must stay alive until the region is closed
   * @param access remote writes and atomics need {@link Access#LOCAL_WRITE} too
   */
  MemoryRegion register(MemorySegment memory, Set<Access> access);

  /** Makes a reliable connection's end. */
  QueuePair createQueuePair(
      QueuePairLimits limits, CompletionQueue sends, CompletionQueue receives);
}
