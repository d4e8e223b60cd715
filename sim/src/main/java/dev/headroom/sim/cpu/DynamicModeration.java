package dev.headroom.sim.cpu;

/**
 * Moderation that adapts to traffic, as Linux's dynamic interrupt moderation does (lib/dim/dim.c):
 * every 64 interrupts it evaluates the arrivals per millisecond. What it makes of that differs
 * between packets and completions.
 */
abstract class DynamicModeration implements InterruptModeration {
  static final long US = 1_000_000;

  private static final int EVENTS = 64;
  private static final int PER_MS = 1000;

  private long sincePs = -1;
  private int events;
  private long bytes;
  private long pieces;

  /**
   * What came, a millisecond.
   *
   * @param pieces packets, or completions
   * @param events interrupts
   */
  record Rates(long bytes, long pieces, long events) {
    static final Rates NONE = new Rates(0, 0, 0);
  }

  /** Whether two rates are more than 10 % apart; never from none. */
  static boolean differ(long now, long before) {
    return before != 0 && 100 * Math.abs(now - before) / before > 10;
  }

  /** Looks at what came since it looked last. */
  abstract void decide(Rates now);

  /** For how long interrupts are held back now, in picoseconds. */
  abstract long holdPs();

  @Override
  public final void onArrival(int size) {
    pieces++;
    bytes += size;
  }

  @Override
  public final long holdPs(long nowPs) {
    if (sincePs < 0) {
      begin(nowPs);
    } else if (++events == EVENTS) {
      long us = (nowPs - sincePs) / US;
      if (us > 0) {
        decide(new Rates(perMs(bytes, us), perMs(pieces, us), perMs(EVENTS, us)));
      }
      begin(nowPs);
    }
    return holdPs();
  }

  private void begin(long nowPs) {
    sincePs = nowPs;
    events = 0;
    bytes = 0;
    pieces = 0;
  }

  private static long perMs(long count, long us) {
    return Math.ceilDiv(count * PER_MS, us);
  }
}
