package dev.headroom.sim.host;

import org.jspecify.annotations.Nullable;

/**
 * Send queue of a queue pair as its software sees it: it holds a limited number of work requests,
 * and a request is known to be done only by a completion, or, where software sleeps, when that has
 * woken it.
 */
public final class SendQueue {
  /** Of queues deeper than this it is not remembered when room was made. */
  private static final int DEEPEST = 4096;

  private final long depth;
  private final long moderation;
  private final long noticePs;
  private final long[] knownAtPs;
  private long known;

  /** Who is woken by completions; null where software polls. */
  private final @Nullable CompletionWaiters completionWaiters;

  /** Where its completions are written, if software polls and that matters. */
  private final @Nullable HostCompletionQueue completions;

  /** What completions have said, of whose messages. */
  private long completedMessages;

  private @Nullable PacketSender sender;

  /**
   * @param depth work requests posted and not known to be done, at most
   * @param moderation work requests that share a completion
   * @param noticePs from what the NIC knows to what software finds in memory
   * @param completionWaiters who is woken by completions; null where software polls
   * @param completions where they are written; null where software sleeps, or takes each at once
   */
  SendQueue(
      long depth,
      int moderation,
      long noticePs,
      @Nullable CompletionWaiters completionWaiters,
      @Nullable HostCompletionQueue completions) {
    this.depth = depth;
    this.noticePs = noticePs;
    this.completionWaiters = completionWaiters;
    this.completions = completions;
    this.moderation = Math.min(moderation, depth);
    knownAtPs = new long[depth <= DEEPEST ? (int) depth : 0];
  }

  /**
   * Messages have been done.
   *
   * @param by who sent them
   * @param messages since the start
   * @param all whether these are all that were posted: the last one always has a completion
   * @param endsFlow whether a flow ends with one of them: its completion tells of the others
   * @return why it cannot be told of them; empty where it is
   */
  public String done(PacketSender by, long messages, boolean all, boolean endsFlow, long nowPs) {
    long before = completedMessages;
    completedMessages =
        Math.max(completedMessages, all ? messages : messages - messages % moderation);
    long entries = Math.ceilDiv(completedMessages, moderation) - Math.ceilDiv(before, moderation);
    if (completionWaiters != null) {
      HostCompletionQueue awaited = completionWaiters.queueOf(by.queuePair);
      if (!awaited.write(entries)) {
        return awaited.error();
      }
      if (completedMessages > before) {
        sender = by;
        completionWaiters.onCompletion(this, by.queuePair, !endsFlow, nowPs);
      }
      return "";
    }
    if (completions == null) {
      know(nowPs + noticePs);
      return "";
    }
    if (!completions.writePolled(entries, nowPs + noticePs)) {
      return completions.error();
    }
    know(completions.foundPs(nowPs + noticePs));
    return "";
  }

  /** Software has been woken and knows; returns whose messages they are. */
  @Nullable PacketSender woken(long nowPs) {
    know(nowPs);
    return sender;
  }

  private void know(long atPs) {
    while (known < completedMessages) {
      if (knownAtPs.length > 0) {
        knownAtPs[(int) (known % knownAtPs.length)] = atPs;
      }
      known++;
    }
  }

  /** Whether a message, counted from the start, has room, or will have as {@link #roomPs} says. */
  public boolean hasRoom(long message) {
    return message - known < depth;
  }

  /** From when on it has; only if it has, or will have. */
  public long roomPs(long message) {
    boolean remembered = message >= depth && knownAtPs.length > 0;
    return remembered ? knownAtPs[(int) ((message - depth) % knownAtPs.length)] : 0;
  }
}
