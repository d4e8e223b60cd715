package dev.headroom.sim.measure;

/** Quantity in a flow's trace, where the flow has it. Not less than 0. */
public enum TraceQuantity {
  /** Bits per second at which the control lets packets leave, as it last said. */
  RATE_BPS("rateBps"),
  /** Bytes that the control lets be in flight, as it last said. */
  WINDOW_BYTES("windowBytes"),
  /** Bytes of its connection on their way, as the transport counts them. */
  IN_FLIGHT_BYTES("inFlightBytes"),
  /** The last round trip that its connection measured, in picoseconds. */
  RTT_PS("rttPs"),
  /** Payload that is known to have got there, since the flow's start. */
  DELIVERED_BYTES("deliveredBytes", true),
  /** Packets sent again, since the flow's start. */
  RETRANSMISSIONS("retransmissions", true),
  /** CNPs that came for it, since the flow's start. */
  CNPS("cnps", true),
  /** Bytes that its connection was acknowledged with a mark, since the flow's start. */
  MARKED_BYTES("markedBytes", true);

  /** There is no such value. */
  public static final long ABSENT = -1;

  private final String column;
  private final boolean counted;

  TraceQuantity(String column) {
    this(column, false);
  }

  TraceQuantity(String column, boolean counted) {
    this.column = column;
    this.counted = counted;
  }

  /** Its name in files. */
  public String column() {
    return column;
  }

  /** Whether it is counted from the flow's start on, and so never falls. */
  public boolean isCounted() {
    return counted;
  }
}
