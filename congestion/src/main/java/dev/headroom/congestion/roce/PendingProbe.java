package dev.headroom.congestion.roce;

/**
 * Outstanding probe of a sender, at most one at a time. It is given up after a timeout, which
 * doubles with each probe given up until an answer arrives.
 */
final class PendingProbe {
  /** Doublings at most: what is waited for at first may be no more than the rest of a long. */
  static final int MOST_DOUBLINGS = 16;

  private final long giveUpPs;

  private boolean underWay;
  private long sentAtPs;
  private int givenUp;

  /**
   * @param giveUpPs how long a probe is waited for at first; over 0
   */
  public PendingProbe(long giveUpPs) {
    this.giveUpPs = giveUpPs;
  }

  /** Returns whether a probe leaves now; not while another is waited for. */
  boolean send(long nowPs) {
    if (underWay) {
      if (nowPs - sentAtPs <= giveUpPs << givenUp) {
        return false;
      }
      givenUp = Math.min(givenUp + 1, MOST_DOUBLINGS);
    }
    underWay = true;
    sentAtPs = nowPs;
    return true;
  }

  /** Whether one is waited for; an answer to one that was given up may come when none is. */
  boolean isUnderWay() {
    return underWay;
  }

  /** When the last one left, in picoseconds. */
  long sentAtPs() {
    return sentAtPs;
  }

  /** Its answer is here. */
  void onReply() {
    underWay = false;
    givenUp = 0;
  }
}
