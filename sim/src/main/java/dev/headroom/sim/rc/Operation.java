package dev.headroom.sim.rc;

/** The verb that moves a flow's data. */
public enum Operation {
  /** The source writes into the destination's memory. */
  WRITE,
  /** The source sends into receive requests that the destination has posted. */
  SEND,
  /** The destination asks, the source responds with the data. */
  READ
}
