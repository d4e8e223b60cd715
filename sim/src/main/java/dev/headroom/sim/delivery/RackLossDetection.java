package dev.headroom.sim.delivery;

/**
 * Loss detection of segments by send time: RACK (RFC 8985, section 6.2). A segment is lost once one
 * that was sent after it has arrived, and the reordering window has passed since it should have.
 *
 * <pre>
 *   window   0 where no reordering was ever seen, and three segments have been acknowledged
 *            selectively or the sender is recovering;
 *            else min(n · least RTT/4, SRTT), n = 1 and one more for each round trip with a DSACK,
 *            1 again after 16 recoveries
 *   lost     now &gt;= sent + RTT of the newest that arrived + window
 * </pre>
 *
 * Without reordering this finds what three duplicate ACKs find (RFC 6675), and losses of segments
 * sent again besides. The least RTT is of the whole connection.
 */
public final class RackLossDetection {
  private static final int DUPLICATES = 3;
  private static final int RECOVERIES = 16;

  /** Of the newest segment that has arrived: when it was sent, where it ends, what it took. */
  private long newestSentPs = -1;

  private long newestTo;
  private long rttPs;
  private long leastRttPs = Long.MAX_VALUE;

  /** The highest byte that has arrived. */
  private long highest;

  private boolean reordered;
  private int multiple = 1;
  private int recoveriesLeft;
  private long duplicateUntil = -1;

  /** A segment has arrived: acknowledged for the first time, selectively or not. */
  public void arrived(long sentPs, long to, boolean repeated, long nowPs) {
    if (to > highest) {
      highest = to;
    } else if (!repeated) {
      reordered = true;
    }
    long tookPs = nowPs - sentPs;
    if (repeated && tookPs < leastRttPs) {
      return; // the ACK is of an earlier sending
    }
    leastRttPs = Math.min(leastRttPs, tookPs);
    if (sentPs > newestSentPs || (sentPs == newestSentPs && to > newestTo)) {
      newestSentPs = sentPs;
      newestTo = to;
      rttPs = tookPs;
    }
  }

  /** The receiver got something twice: what was sent again was not lost. */
  public void duplicated(long ackUpTo, long sentUpTo) {
    if (ackUpTo >= duplicateUntil) {
      multiple++;
      duplicateUntil = sentUpTo;
    }
    recoveriesLeft = RECOVERIES;
  }

  /** A recovery is over. */
  public void recovered() {
    if (--recoveriesLeft <= 0) {
      multiple = 1;
    }
  }

  /** Whether a segment in flight was sent before the newest that has arrived. */
  public boolean precedes(long sentPs, long to) {
    return sentPs < newestSentPs || (sentPs == newestSentPs && to < newestTo);
  }

  /** How long after a segment was sent it is lost. */
  public long reorderTimeoutPs(boolean recovering, int selected, long smoothedPs) {
    return rttPs + windowPs(recovering, selected, smoothedPs);
  }

  private long windowPs(boolean recovering, int selected, long smoothedPs) {
    if (!reordered && (recovering || selected >= DUPLICATES)) {
      return 0;
    }
    return leastRttPs == Long.MAX_VALUE
        ? 0
        : Math.min(multiple * (leastRttPs / 4), Math.max(0, smoothedPs));
  }

  /** The least RTT so far, in picoseconds; {@code Long.MAX_VALUE} before any. */
  public long leastRttPs() {
    return leastRttPs;
  }
}
