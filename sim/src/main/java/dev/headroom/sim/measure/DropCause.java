package dev.headroom.sim.measure;

/** Cause of a packet loss. */
public enum DropCause {
  /** A lossless class overran its PFC headroom: the headroom is too small for the link. */
  HEADROOM_FULL("PFC headroom full"),
  /**
   * A lossless class overran what was left of its buffer when its link came up: the sender had
   * forgotten that it was asked to be silent.
   */
  LINK_FLAP("link came up while its headroom was full"),
  /** A lossy class met its dynamic threshold. */
  THRESHOLD("above the dynamic threshold"),
  /** The switch had no buffer left. */
  BUFFER_FULL("switch buffer full"),
  /** The receive buffer of a host had no room. */
  HOST_BUFFER("host receive buffer full"),
  /** On the wire, in the transmitter or headed for a link that is down. */
  LINK_DOWN("link down"),
  /** No path to the destination. */
  NO_ROUTE("no route"),
  /** A PFC watchdog emptied a queue that was paused for too long, or shut it. */
  WATCHDOG("dropped by the PFC watchdog"),
  /** Lost to bit errors on the wire. */
  BIT_ERROR("bit error"),
  /** The last leaf gave up a packet of which a cell did not come. */
  REASSEMBLY("cell reassembly failed"),
  /** Longer than the switch takes. */
  OVERSIZE("longer than the switch's MTU");

  private final String text;

  DropCause(String text) {
    this.text = text;
  }

  /** In words. */
  public String text() {
    return text;
  }
}
