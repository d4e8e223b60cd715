package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/** The packets of a partition that are not in use. Allocates only when more fly than ever before. */
public final class PacketPool {
  private @Nullable Packet free;
  private int made;

  /** A packet with whatever its last use left in it, flags cleared. */
  public Packet take() {
    Packet packet = free;
    if (packet == null) {
      made++;
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

  /** Packets taken and not given back, counted one by one; for the books. */
  int inUse() {
    int count = made;
    for (Packet packet = free; packet != null; packet = packet.next) {
      count--;
    }
    return count;
  }
}
