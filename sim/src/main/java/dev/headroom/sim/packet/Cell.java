package dev.headroom.sim.packet;

import org.jspecify.annotations.Nullable;

/**
 * Cell: a piece of a packet on its path between two leaves. It goes where its packet goes, in its
 * class. The last cell of a packet carries it, as far as the books are concerned: marks, telemetry
 * and the room that it takes in a buffer are of that one; the others are only bytes.
 */
public final class Cell extends Packet {
  /** The packet; null in all its cells but the last. */
  public @Nullable Packet whole;

  /** The leaf at which it was cut, as a node. */
  public int from;

  /** Which packet it belongs to, of those from that leaf to that host in its class. */
  public int serial;

  /** Cells of that packet. */
  public int of;

  /**
   * Bytes since the start that wait, or waited, for credit, in one that asks for it; bytes up to
   * which it is granted in one that does; 0 in a piece of a packet.
   */
  public long creditBytes;

  public long granted;

  /** Whether it asks for what was asked for before, since no credit came. */
  public boolean repeated;

  /** The host that granted credit leads to. */
  public int towards;

  /** Makes it a piece of a packet. */
  public void cutFrom(Packet packet) {
    route = packet.route;
    destination = packet.destination;
    group = packet.group;
    entropy = packet.entropy;
    flow = packet.flow;
    psn = packet.psn;
    type = packet.type;
    priority = packet.priority;
    dscp = packet.dscp;
    clear();
  }

  public void clear() {
    payload = 0;
    creditBytes = 0;
    granted = 0;
    repeated = false;
  }

  /** Whether it asks for credit. */
  public boolean isCreditRequest() {
    return creditBytes != 0;
  }

  /** Whether it asks for credit or grants it, and is no piece of a packet. */
  public boolean isControl() {
    return isCreditRequest() || grants();
  }

  /** Whether it grants credit. */
  public boolean grants() {
    return granted != 0;
  }
}
