package dev.headroom.sim.ideal;

/**
 * Completion of a stream alone on its path, as an ideal transport would send it: all packets at the
 * rate of the NIC, no window, no connection setup, one answer when the last has come. No flow of a
 * real stream with the same frames on the same path is faster.
 *
 * <p>Packets but the last are alike, and are skipped once each moves the path's state on as the one
 * before did: where a link is slower than the NIC what waits before it grows by as much with each
 * packet. From an empty path nothing that grows ever shrinks again, so it stays at that; nor does
 * it behind a packet no longer than those of the stream.
 */
public final class IdealStreamFct {
  /** Packets in a row that move the state on alike, after which all others do. */
  private static final int STEADY = 3;

  private final IdealPath dataPath;
  private final IdealPath ackPath;

  public IdealStreamFct(IdealPath forth, IdealPath back) {
    this.dataPath = forth;
    this.ackPath = back;
  }

  /**
   * Whether times have moved on as they did before, and remainders not at all; how they did stands
   * in {@code step} after.
   */
  private static boolean isStep(long[] before, long[] now, long[] step) {
    boolean alike = true;
    for (int i = 0; i < step.length; i += 2) {
      long moved = now[i] - before[i];
      alike &= moved == step[i] && now[i + 1] == before[i + 1];
      step[i] = moved;
    }
    return alike;
  }

  /**
   * When its sender knows that all has arrived, in picoseconds.
   *
   * @param whole packets but the last
   * @param frame bytes of each of these
   * @param lastFrame bytes of the last
   * @param answer bytes of the answer to it
   */
  public long completionPs(long whole, int frame, int lastFrame, int answer) {
    dataPath.reset();
    ackPath.reset();
    return ackPath.send(answer, streamPs(whole, frame, lastFrame, true));
  }

  /**
   * When the last of it has arrived where it was asked for, in picoseconds.
   *
   * @param request bytes of the request for it
   * @param ack bytes of the ACK of that, which leaves first
   * @param whole packets but the last
   * @param frame bytes of each of these
   * @param lastFrame bytes of the last
   */
  public long readPs(int request, int ack, long whole, int frame, int lastFrame) {
    dataPath.reset();
    ackPath.reset();
    dataPath.send(ack, ackPath.send(request, 0));
    return streamPs(whole, frame, lastFrame, ack <= frame);
  }

  /**
   * @param grows whether nothing before it takes longer on a link than its packets do, so that what
   *     waits never shrinks
   */
  private long streamPs(long whole, int frame, int lastFrame, boolean grows) {
    int words = dataPath.words();
    long[] before = new long[words];
    long[] now = new long[words];
    long[] step = new long[words];
    int alike = 0;
    long left = whole;
    while (left > 0 && !(grows && alike >= STEADY)) {
      dataPath.send(frame, dataPath.freePs());
      left--;
      dataPath.snapshot(now, 0, 0);
      alike = isStep(before, now, step) ? alike + 1 : 0;
      long[] swap = before;
      before = now;
      now = swap;
    }
    dataPath.advance(left, step);
    return dataPath.send(lastFrame, dataPath.freePs());
  }
}
