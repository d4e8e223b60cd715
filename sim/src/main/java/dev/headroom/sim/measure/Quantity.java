package dev.headroom.sim.measure;

import java.util.Locale;

/** What a flow's trace holds, where the flow has it. Not less than 0. */
public enum Quantity {
  /** Bits per second at which the control lets packets leave, as it last said. */
  RATE_BPS("rateBps"),
  /** Bytes that the control lets be in flight, as it last said. */
  WINDOW_BYTES("windowBytes"),
  /** Bytes of its connection on their way, as the transport counts them. */
  IN_FLIGHT_BYTES("inFlightBytes"),
  /** The last round trip that its connection measured, in picoseconds. */
  RTT_PS("rttPs"),
  /** Payload that is known to have got there, since the flow's start. */
  ACKNOWLEDGED_BYTES("acknowledgedBytes"),
  /** Packets sent again, since the flow's start. */
  RETRANSMISSIONS("retransmissions"),
  /** CNPs that came for it, since the flow's start. */
  CNPS("cnps"),
  /** Bytes that its connection was acknowledged with a mark, since the flow's start. */
  MARKED_BYTES("markedBytes");

  /** There is no such value. */
  public static final long ABSENT = -1;

  private final String column;

  Quantity(String column) {
    this.column = column;
  }

  /** Its name in files. */
  public String column() {
    return column;
  }

  /** Whether it is counted from the flow's start on, and so never falls. */
  public boolean isCounted() {
    return ordinal() >= ACKNOWLEDGED_BYTES.ordinal();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
