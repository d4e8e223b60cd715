package dev.headroom.wire.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;

/** Protection domain: memory and queue pairs that may be used together (IBA 10.2.3). */
public interface ProtectionDomain {
  /**
   * Registers memory. Its keys are drawn at random, and not again soon after it is closed.
   *
   * @param memory at least one byte; it must stay alive until the region is closed
   * @param access remote writes and atomics need {@link Access#LOCAL_WRITE} too
   */
  MemoryRegion register(MemorySegment memory, Set<Access> access);

  /** Makes a reliable connection's end. */
  default QueuePair createQueuePair(
      QueuePairLimits limits, CompletionQueue sends, CompletionQueue receives) {
    return createQueuePair(QueuePairType.RC, limits, sends, receives, Optional.empty());
  }

  /**
   * Makes a queue pair, in state {@link QueuePair.State#INIT}.
   *
   * @param shared where its receives come from, instead of a queue of its own
   */
  QueuePair createQueuePair(
      QueuePairType type,
      QueuePairLimits limits,
      CompletionQueue sends,
      CompletionQueue receives,
      Optional<SharedReceiveQueue> shared);

  /**
   * Makes receives that queue pairs of this domain share.
   *
   * @param receives how many may be posted, 1 to 16,384
   */
  SharedReceiveQueue createSharedReceiveQueue(int receives);
}
