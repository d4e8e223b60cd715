package dev.headroom.wire.soft;

/**
 * Limit on the number of packets in flight. A software endpoint's packets end in a socket's buffer,
 * which is short, and a queue pair that goes back again and again gets nowhere: so there is a
 * window, in packets, that grows and halves in the manner of TCP's (RFC 5681, section 3.1).
 * Reliable connections of hardware have none.
 *
 * <pre>
 *   a window arrived    w + max(1, floor(w/8)), at most 128      RFC 5681: w + 1
 *   something lost      floor(w/2), at least 4
 * </pre>
 *
 * The first is 32. After a loss at 128 it is back in six windows, where TCP's takes 64.
 */
final class FlightWindow {
  private static final int FIRST = 32;
  private static final int MOST = 128;
  private static final int LEAST = 4;

  private int packets = FIRST;
  private int credit;

  int packets() {
    return packets;
  }

  /** Of a long message an ACK is asked for so often that several are under way. */
  int ackInterval() {
    return Math.max(2, packets / 4);
  }

  void arrived(long count) {
    credit += (int) count;
    if (credit >= packets) {
      credit = 0;
      packets = Math.min(MOST, packets + Math.max(1, packets / 8));
    }
  }

  void lost() {
    credit = 0;
    packets = Math.max(LEAST, packets / 2);
  }
}
