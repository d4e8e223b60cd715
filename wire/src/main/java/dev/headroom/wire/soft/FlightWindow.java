package dev.headroom.wire.soft;

/**
 * How many packets may be on their way. A software endpoint's packets end in a socket's buffer,
 * which is short, and a queue pair that goes back again and again gets nowhere: so the window grows
 * by one for each window that arrives and halves where something was lost, as TCP's does (RFC 5681,
 * 3.1). Reliable connections of hardware have none.
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
  int askEvery() {
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
