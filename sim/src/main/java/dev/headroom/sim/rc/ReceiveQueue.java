package dev.headroom.sim.rc;

/**
 * The receive requests of one queue pair. The first packet of a message takes one; when the last
 * has come it is completed, and posted again a fixed time later. Nothing happens then: who asks
 * next counts what has been posted in the meantime.
 */
final class ReceiveQueue {
  private final long repostPs;
  private long posted;

  /** When those completed are posted again, oldest first: a ring of a power of two. */
  private long[] repostAtPs = new long[16];

  private int first;
  private int waiting;

  ReceiveQueue(ReceiveQueueSettings settings) {
    repostPs = settings.repostPs();
    posted = settings.entries();
  }

  /** Takes a receive request for a message; false if none is posted. */
  boolean take(long nowPs) {
    while (waiting > 0 && repostAtPs[first] <= nowPs) {
      first = (first + 1) & (repostAtPs.length - 1);
      waiting--;
      posted++;
    }
    if (posted == 0) {
      return false;
    }
    posted--;
    return true;
  }

  /** The message that took one is complete. */
  void complete(long nowPs) {
    if (waiting == repostAtPs.length) {
      grow();
    }
    repostAtPs[(first + waiting++) & (repostAtPs.length - 1)] = nowPs + repostPs;
  }

  private void grow() {
    long[] larger = new long[2 * repostAtPs.length];
    for (int i = 0; i < waiting; i++) {
      larger[i] = repostAtPs[(first + i) & (repostAtPs.length - 1)];
    }
    repostAtPs = larger;
    first = 0;
  }
}
