package dev.headroom.sim.host;

/**
 * The send queue of a queue pair as the software that fills it sees it: it has room for so many
 * work requests, and what is done is known only when a completion says so.
 */
public final class WorkQueue {
  /** Of queues deeper than this it is not remembered when room was made. */
  private static final int DEEPEST = 4096;

  private final long depth;
  private final long moderation;
  private final long noticePs;
  private final long[] knownAtPs;
  private long known;

  /**
   * @param depth work requests posted and not known to be done, at most
   * @param moderation work requests that share a completion
   * @param noticePs from what the NIC knows to what software finds in memory
   */
  WorkQueue(long depth, int moderation, long noticePs) {
    this.depth = depth;
    this.noticePs = noticePs;
    this.moderation = Math.min(moderation, depth);
    knownAtPs = new long[depth <= DEEPEST ? (int) depth : 0];
  }

  /**
   * Messages have been done.
   *
   * @param messages since the start
   * @param all whether these are all that were posted: the last one always has a completion
   */
  public void done(long messages, boolean all, long nowPs) {
    long told = all ? messages : messages - messages % moderation;
    while (known < told) {
      if (knownAtPs.length > 0) {
        knownAtPs[(int) (known % knownAtPs.length)] = nowPs + noticePs;
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
