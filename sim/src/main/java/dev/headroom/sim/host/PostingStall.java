package dev.headroom.sim.host;

import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.nic.NicStallClock;

/**
 * Time for which a NIC has no packet to send because messages are still on their way to it: the
 * posting thread registers memory, pages are faulted in, doorbells take their time.
 */
final class PostingStall {
  private static final long NOT = -1;

  private final NicStallClock held;
  private final long postPs;

  /** When the last message that was posted will be known to the NIC, and what that waits for. */
  private long untilPs;

  private NicStallCause by = NicStallCause.POSTING;

  /** What the thread that posts is busy with. */
  private NicStallCause thread = NicStallCause.POSTING;

  /** Since when nobody's turn has been. */
  private long sincePs = NOT;

  PostingStall(NicStallClock held, long postPs) {
    this.held = held;
    this.postPs = postPs;
  }

  /**
   * The thread has posted messages.
   *
   * @param registerPs what it took to register memory for them
   * @param messages how many
   * @param queued whether they had to wait for it
   */
  void thread(long registerPs, int messages, boolean queued) {
    if (registerPs > messages * postPs) {
      thread = NicStallCause.REGISTRATION;
    } else if (!queued) {
      thread = NicStallCause.POSTING;
    }
  }

  /**
   * A message has been posted.
   *
   * @param faultPs what it waits for its pages
   * @param knownPs when the NIC knows of it
   */
  void posted(long faultPs, long nowPs, long knownPs) {
    if (knownPs > nowPs) {
      untilPs = Math.max(untilPs, knownPs);
      by = 2 * faultPs > knownPs - nowPs ? NicStallCause.PAGE_FAULTS : thread;
    }
  }

  /** Of the wait for it, most is for something else. */
  void standsFor(NicStallCause other) {
    by = other;
  }

  /** It is nobody's turn. */
  void nobody(long nowPs) {
    if (sincePs == NOT && untilPs > nowPs) {
      sincePs = nowPs;
    }
  }

  /** It is somebody's turn. */
  void over(long nowPs) {
    if (sincePs != NOT) {
      held.addStall(by, Math.min(nowPs, untilPs) - sincePs);
      sincePs = NOT;
    }
  }
}
