package dev.headroom.wire.verbs;

import java.util.Optional;

/** Completion queue of work requests, in the order in which they ended. */
public interface CompletionQueue {
  /** The oldest completion that was not taken yet. */
  Optional<WorkCompletion> poll();

  /**
   * Waits for one.
   *
   * @param timeoutNs how long at most, in nanoseconds
   * @return empty if none came
   */
  Optional<WorkCompletion> await(long timeoutNs) throws InterruptedException;
}
