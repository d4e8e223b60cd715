package dev.headroom.wire.soft;

import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.soft.ReceiveRing.Receive;
import dev.headroom.wire.soft.link.AddressBits;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import org.jspecify.annotations.Nullable;

/**
 * Completion reporting of a queue pair: the completion queue of its sends and that of its receives.
 * Each answers whether there was room: a completion that is lost puts a queue pair in error, since
 * nobody can rely on what follows (IBA 10.8.3.4).
 */
final class CompletionReporter {
  private final int queuePair;
  private final SoftCompletionQueue sends;
  private final SoftCompletionQueue receives;

  CompletionReporter(int queuePair, SoftCompletionQueue sends, SoftCompletionQueue receives) {
    this.queuePair = queuePair;
    this.sends = sends;
    this.receives = receives;
  }

  boolean sent(long id, Status status, long bytes) {
    return sends.add(id, queuePair, status, bytes);
  }

  boolean received(long id, Status status, long bytes, boolean hasImmediate, int immediate) {
    return receives.addReceive(id, queuePair, status, bytes, hasImmediate, immediate);
  }

  boolean receivedDatagram(
      long id, long bytes, boolean hasImmediate, int immediate, FrameHeaders packet, int sender) {
    return receives.addDatagram(
        id,
        queuePair,
        bytes,
        hasImmediate,
        immediate,
        AddressBits.sourceHigh(packet),
        AddressBits.sourceLow(packet),
        sender);
  }

  /**
   * Flushes everything that waits to be sent.
   *
   * @param failed where the work is that failed, if one did
   * @param how it failed
   * @return whether there was room for all
   */
  boolean flush(SendRing works, long failed, Status how) {
    boolean kept = true;
    long index = works.head;
    ActiveWorkRequest each = works.poll();
    while (each != null) {
      Status status = index++ == failed ? how : Status.WORK_REQUEST_FLUSHED;
      kept &= sent(each.request.id(), status, 0);
      each = works.poll();
    }
    works.begun = works.head;
    return kept;
  }

  /** Flushes all receives that were posted; whether there was room for all. */
  boolean flush(ReceiveRing posted) {
    boolean kept = true;
    @Nullable Receive next = posted.poll();
    while (next != null) {
      kept &= received(next.id, Status.WORK_REQUEST_FLUSHED, 0, false, 0);
      next = posted.poll();
    }
    return kept;
  }
}
