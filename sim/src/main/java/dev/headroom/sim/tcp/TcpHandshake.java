package dev.headroom.sim.tcp;

import dev.headroom.sim.packet.TcpPacket;

/**
 * Opening of a connection, at the end that opens it: a SYN and its answer (RFC 9293, section 3.5);
 * for iWARP an MPA request and its reply behind them (RFC 5044, section 7.1). Data may flow when
 * all of it is answered.
 */
final class TcpHandshake {
  private enum Phase {
    CLOSED,
    SYN_SENT,
    MPA_SENT,
    OPEN
  }

  private final StreamLayout layout;
  private Phase phase;
  private long leftPs;

  /**
   * @param needed whether there is one; without it data may flow from the beginning
   */
  TcpHandshake(StreamLayout layout, boolean needed) {
    this.layout = layout;
    phase = needed ? Phase.CLOSED : Phase.OPEN;
  }

  boolean isOpen() {
    return phase == Phase.OPEN;
  }

  /** Whether nothing has been sent yet. */
  boolean isClosed() {
    return phase == Phase.CLOSED;
  }

  /** When the last packet of it left, in picoseconds. */
  long leftPs() {
    return leftPs;
  }

  /** Makes the packet that is due: the first, the next, or the last one again. */
  void fill(TcpPacket packet, long nowPs) {
    if (phase == Phase.CLOSED) {
      phase = Phase.SYN_SENT;
    }
    boolean mpa = phase == Phase.MPA_SENT;
    packet.type = (byte) (mpa ? TcpPacket.MPA_REQUEST : TcpPacket.SYN);
    packet.bytes = (short) (mpa ? layout.mpaFrame() : layout.synFrame());
    leftPs = nowPs;
  }

  /** Goes on at an answer; returns whether it is the one that is waited for. */
  boolean accept(TcpPacket answer) {
    boolean mpa = answer.type == TcpPacket.MPA_REPLY;
    if (phase != (mpa ? Phase.MPA_SENT : Phase.SYN_SENT)) {
      return false;
    }
    phase = layout.isIwarp() && !mpa ? Phase.MPA_SENT : Phase.OPEN;
    return true;
  }
}
