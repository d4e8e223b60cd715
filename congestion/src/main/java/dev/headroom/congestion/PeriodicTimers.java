package dev.headroom.congestion;

/**
 * Periodic timers of a controller that is rarely called: they catch up tick by tick, and skip all
 * but the last tick where ticks have long changed nothing.
 */
public final class PeriodicTimers {
  /** A controller looks whether it is at rest after so long of catching up, in ps: 1 ms. */
  public static final long LOOK_PS = 1_000_000_000;

  private PeriodicTimers() {}

  /** How many ticks lie between this one and the last that is due; 0 if it is not due itself. */
  public static long before(long tickPs, long periodPs, long nowPs) {
    return tickPs <= nowPs ? (nowPs - tickPs) / periodPs : 0;
  }
}
