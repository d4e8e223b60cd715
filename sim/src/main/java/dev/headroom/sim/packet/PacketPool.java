package dev.headroom.sim.packet;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pool of the packets of a partition that are not in use, last used first. Two chains: one to give
 * to and take from, and a full one in reserve; what goes beyond is left to the {@link PacketDepot}
 * (the magazines of Bonwick and Adams, USENIX 2001). Allocates only when more fly than ever before.
 *
 * <p>Where packets of several classes fly there is a pool for each, and a packet finds back to its
 * own.
 */
public final class PacketPool {
  static final int CHAIN = 64;

  private final PacketDepot depot;
  private final Supplier<Packet> maker;

  /** Those of a partition with packets of several classes, this among them; else empty. */
  private PacketPool[] siblings = {};

  private Class<?> ofClass = Packet.class;
  private @Nullable Packet free;
  private int size;
  private @Nullable Packet reserve;
  private int made;

  /**
   * @param maker of packets with all that those of the run carry
   */
  public PacketPool(PacketDepot depot, Supplier<Packet> maker) {
    this.depot = depot;
    this.maker = maker;
  }

  /**
   * The pools of a partition.
   *
   * @param makers one for each class of packets
   * @return the first of them
   */
  public static PacketPool of(PacketDepot depot, List<Supplier<Packet>> makers) {
    if (makers.size() == 1) {
      return new PacketPool(depot, makers.getFirst());
    }
    PacketPool[] all = new PacketPool[makers.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = new PacketPool(depot.ofKind(i), makers.get(i));
      all[i].siblings = all;
      all[i].ofClass = makers.get(i).get().getClass();
    }
    return all[0];
  }

  /** The pool for packets of the class that a maker makes, by its place among the makers. */
  public PacketPool ofKind(int kind) {
    return siblings.length == 0 ? this : siblings[kind];
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
    if (siblings.length != 0 && packet.getClass() != ofClass) {
      giveBack(packet);
      return;
    }
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

  private void giveBack(Packet packet) {
    for (PacketPool sibling : siblings) {
      if (packet.getClass() == sibling.ofClass) {
        sibling.give(packet);
        return;
      }
    }
    throw new IllegalStateException("a packet of " + packet.getClass() + ", which nobody made");
  }

  /** Packets that were ever made here and in its siblings and are in use; for the books. */
  public int inUse() {
    if (siblings.length == 0) {
      return made - atRest();
    }
    int sum = 0;
    for (PacketPool sibling : siblings) {
      sum += sibling.made - sibling.atRest();
    }
    return sum;
  }

  private int atRest() {
    return PacketDepot.count(free) + PacketDepot.count(reserve);
  }
}
