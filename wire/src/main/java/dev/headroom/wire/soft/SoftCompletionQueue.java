package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.WorkCompletion;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Completions of some queue pairs of one device. */
final class SoftCompletionQueue implements CompletionQueue {
  final SoftDevice device;
  private final ArrayDeque<WorkCompletion> completions = new ArrayDeque<>();
  private final int entries;

  SoftCompletionQueue(SoftDevice device, int entries) {
    this.device = device;
    this.entries = entries;
  }

  /** Adds one; false if there is no room, and it is lost. */
  boolean add(WorkCompletion completion) {
    if (completions.size() >= entries) {
      return false;
    }
    completions.add(completion);
    device.notifyAll();
    return true;
  }

  @Override
  public Optional<WorkCompletion> poll() {
    synchronized (device) {
      return Optional.ofNullable(completions.poll());
    }
  }

  @Override
  public Optional<WorkCompletion> await(long timeoutNs) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNs;
    synchronized (device) {
      while (completions.isEmpty()) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return Optional.empty();
        }
        TimeUnit.NANOSECONDS.timedWait(device, left);
      }
      return Optional.ofNullable(completions.poll());
    }
  }
}
