package dev.headroom.congestion;

/**
 * Data that a transport passes to a {@link Controller} with an acknowledgement, a NACK or a loss.
 * One object is filled again for every event: a controller keeps no reference to it.
 *
 * <p>All bytes are counted alike, with or without headers as the transport counts its window; what
 * is counted since the start never wraps. Only what the controller {@linkplain Controller#watches
 * watches} must be filled in, besides the first four fields.
 */
public final class Feedback {
  /** No sample. */
  public static final long NONE = -1;

  /** Bytes that this event acknowledges for the first time. */
  public long ackedBytes;

  /** Bytes since the start up to which everything is acknowledged, or is by the newest ACK. */
  public long ackedUpTo;

  /** Bytes since the start that have been sent for the first time. */
  public long sentUpTo;

  /** Bytes sent and neither acknowledged nor given up, after this event. */
  public long inFlightBytes;

  /** Of {@link #ackedBytes} those that arrived with a mark. */
  public long markedBytes;

  /** Bytes reported or concluded to be missing: in NACKs and losses. */
  public long missingBytes;

  /** Round-trip time of the packet that is acknowledged, or {@link #NONE}. */
  public long rttPs = NONE;

  /** How much of {@link #rttPs} was spent in hosts: waiting at the receiver, or for its own NIC. */
  public long hostDelayPs;

  /** Switches on the way to the receiver. */
  public int hops;

  /** A NACK: whether the packet was trimmed by the last switch, where all ways meet. */
  public boolean lastHop;

  /** What the receiver asks to take off the window, as a share of {@link #ackedBytes}: 0 to 1. */
  public double receiverPenalty;

  /** Load of the busiest link on the way, as {@link Pint} encodes it, or {@link #NONE}. */
  public int pint = (int) NONE;

  /** Bytes delivered since the start, in order or not. */
  public long deliveredBytes;

  /** {@link #deliveredBytes} as it was when the packet now acknowledged was sent. */
  public long priorDeliveredBytes;

  /** Time in which the difference of the two was delivered, or {@link #NONE}. */
  public long deliveryIntervalPs = NONE;

  /** Whether the sender had nothing to send while this was measured. */
  public boolean appLimited;

  /** What the switches on the way reported. */
  public final Telemetry telemetry;

  /** Room for telemetry of {@link Telemetry#MOST_HOPS} hops. */
  public Feedback() {
    this(Telemetry.MOST_HOPS);
  }

  /**
   * @param mostHops hops of telemetry there is room for; 0 where none is carried
   */
  public Feedback(int mostHops) {
    telemetry = new Telemetry(mostHops);
  }

  /** Forgets everything, so that the next event starts from nothing. */
  public void clear() {
    ackedBytes = 0;
    ackedUpTo = 0;
    sentUpTo = 0;
    inFlightBytes = 0;
    markedBytes = 0;
    missingBytes = 0;
    rttPs = NONE;
    hostDelayPs = 0;
    hops = 0;
    lastHop = false;
    receiverPenalty = 0;
    pint = (int) NONE;
    deliveredBytes = 0;
    priorDeliveredBytes = 0;
    deliveryIntervalPs = NONE;
    appLimited = false;
    telemetry.clear();
  }
}
