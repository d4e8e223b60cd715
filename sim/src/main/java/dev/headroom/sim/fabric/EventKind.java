package dev.headroom.sim.fabric;

/**
 * Kind of an event, in the order in which events of the same time run: pauses, packet arrivals,
 * timers, transmitters that become free. A lazy timer due at a time has fired for every event of
 * that time.
 */
public final class EventKind {
  public static final int PAUSE = 1;
  public static final int ARRIVAL = 2;
  public static final int TRIGGER = 3;
  public static final int START = 4;
  public static final int RETRY = 5;
  public static final int DRAIN = 6;
  public static final int REFRESH = 7;
  public static final int WAKE = 8;

  /** Last, since it only lets a sender take its turn again. */
  public static final int RESUME = 9;

  /** The end of somebody's pacing, where hosts wait for it as those of ns-3 do. */
  public static final int PACED = 10;

  /** A receiver may grant credit. */
  public static final int GRANT = 11;

  /** A port may owe its peer a flow control packet. */
  public static final int CREDIT = 14;

  /** A core of a host has done a piece of work. */
  public static final int CPU = 12;

  /** An ACK that waited for more to come is due. */
  public static final int DELAYED_ACK = 13;

  /** A PFC watchdog looks at a port. */
  public static final int WATCHDOG = 15;

  private EventKind() {}
}
