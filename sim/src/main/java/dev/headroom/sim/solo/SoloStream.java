package dev.headroom.sim.solo;

import java.util.Arrays;

/**
 * A stream alone on its path, as an ideal transport would send it: all packets at the rate of the
 * NIC, no window, no opening, one answer when the last has come. No flow of a real stream with the
 * same frames on the same path is faster.
 *
 * <p>Packets but the last are alike, and are skipped once the path's state repeats itself, as in
 * {@link SoloFlow}.
 */
public final class SoloStream {
  private final Pipeline forth;
  private final Pipeline back;

  public SoloStream(Pipeline forth, Pipeline back) {
    this.forth = forth;
    this.back = back;
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
    forth.reset();
    back.reset();
    long[] before = new long[2 * forth.length()];
    long[] now = new long[2 * forth.length()];
    long beforePs = 0;
    long periodPs = -1;
    long left = whole;
    while (left > 0) {
      long startedPs = forth.freePs();
      forth.send(frame, startedPs);
      left--;
      forth.snapshot(now, 0, startedPs);
      long period = startedPs - beforePs;
      if (period == periodPs && Arrays.equals(now, before)) {
        forth.shift(left * period);
        break;
      }
      periodPs = period;
      beforePs = startedPs;
      long[] swap = before;
      before = now;
      now = swap;
    }
    long arrivedPs = forth.send(lastFrame, forth.freePs());
    return back.send(answer, arrivedPs);
  }
}
