package dev.headroom.sim.fabric;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The packets of a partition that are not in use, last used first. Two chains: one to give to and
 * take from, and a full one in reserve; what goes beyond is left to the {@link PacketDepot} (the
 * magazines of Bonwick and Adams, USENIX 2001). Allocates only when more fly than ever before.
 */
public final class PacketPool {
  static final int CHAIN = 256;

  private final PacketDepot depot;
  private final Supplier<Packet> maker;
  private @Nullable Packet free;
  private int size;
  private @Nullable Packet reserve;
  private int made;

  /**
   * @param maker of packets with all that those of the run carry
   */
  PacketPool(PacketDepot depot, Supplier<Packet> maker) {
    this.depot = depot;
    this.maker = maker;
  }

  /** A packet with whatever its last use left in it, flags cleared. */
  public Packet take() {
    Packet packet = free;
    if (packet == null) {
      packet = refill();
      if (packet == null) {
        made++;
        return maker.get();
      }
    }
    free = packet.next;
    size--;
    packet.next = null;
    packet.flags = 0;
    return packet;
  }

  private @Nullable Packet refill() {
    Packet chain = reserve;
    reserve = null;
    if (chain == null) {
      chain = depot.take();
    }
    size = chain == null ? 0 : CHAIN;
    return chain;
  }

  public void give(Packet packet) {
    if (size == CHAIN) {
      if (reserve != null) {
        depot.give(reserve);
      }
      reserve = free;
      free = null;
      size = 0;
    }
    packet.ingress = null;
    packet.next = free;
    free = packet;
    size++;
  }

  /** Packets ever made here; for the books. */
  int made() {
    return made;
  }

  /** Packets at rest here, counted one by one; for the books. */
  int free() {
    return PacketDepot.count(free) + PacketDepot.count(reserve);
  }
}
