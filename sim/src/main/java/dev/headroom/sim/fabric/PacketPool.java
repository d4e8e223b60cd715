package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/** The packets of a partition that are not in use. Allocates only when more fly than ever before. */
public final class PacketPool {
  private @Nullable Packet free;

  /** A packet with whatever its last use left in it, flags cleared. */
  public Packet take() {
    Packet packet = free;
    if (packet == null) {
      return new Packet();
    }
    free = packet.next;
    packet.next = null;
    packet.flags = 0;
    return packet;
  }

  public void give(Packet packet) {
    packet.ingress = null;
    packet.next = free;
    free = packet;
  }
}
