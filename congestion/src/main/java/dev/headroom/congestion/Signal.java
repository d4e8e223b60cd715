package dev.headroom.congestion;

/**
 * Congestion signal that a {@link Controller} may need. Framing adds bytes and switches do work
 * only for what some controller watches.
 */
public enum Signal {
  /** {@link Controller#congested}: notifications from the receiver (CNP). */
  CNP,
  /** {@link Feedback#markedBytes}: which packets arrived with a mark (CE). */
  ECN_ECHO,
  /** {@link Feedback#rttPs}. */
  RTT,
  /** {@link Feedback#hostDelayPs}: how much of the RTT hosts took, by timestamps of both NICs. */
  HOST_DELAY,
  /** {@link Feedback#hops}: the number of switches passed, by TTL. */
  HOPS,
  /** {@link Feedback#telemetry}: what every switch on the way wrote into the packet (INT). */
  TELEMETRY,
  /** {@link Feedback#pint}: the load of the busiest link on the way, in a byte or two. */
  PINT,
  /** {@link Controller#refused}: NACKs of missing or trimmed packets. */
  NACK,
  /** {@link Controller#lost} and {@link Controller#timedOut}. */
  LOSS,
  /** {@link Feedback#deliveredBytes} and what belongs to it. */
  DELIVERY_RATE,
  /** {@link Controller#probe} and {@link Controller#probed}. */
  PROBE,
  /** {@link Controller#credited}. */
  CREDIT
}
