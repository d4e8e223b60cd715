package dev.headroom.sim.packet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exchange of free packets between the pools of a run, from pools with too many to pools with too
 * few: packets travel from partition to partition, and traffic may go one way. Whole chains change
 * hands, so it is seldom asked and a lock will do; a concurrent queue would allocate for each
 * chain.
 */
public final class PacketDepot {
  private @Nullable Packet[] chains = new Packet[64];
  private int count;

  /** For packets of other classes than the first. */
  private final List<PacketDepot> others = new ArrayList<>();

  /** The depot of one class of packets; asked for while a network is built. */
  PacketDepot ofKind(int kind) {
    while (others.size() < kind) {
      others.add(new PacketDepot());
    }
    return kind == 0 ? this : others.get(kind - 1);
  }

  synchronized void give(Packet chain) {
    if (count == chains.length) {
      chains = Arrays.copyOf(chains, 2 * count);
    }
    chains[count++] = chain;
  }

  /** A chain of {@link PacketPool#CHAIN} packets, or null. */
  synchronized @Nullable Packet take() {
    if (count == 0) {
      return null;
    }
    Packet chain = chains[--count];
    chains[count] = null;
    return chain;
  }

  /** Packets at rest here; for the books. */
  public synchronized int free() {
    int sum = count * PacketPool.CHAIN;
    for (PacketDepot other : others) {
      sum += other.free();
    }
    assert isWhole();
    return sum;
  }

  private boolean isWhole() {
    return Arrays.stream(chains, 0, count).allMatch(chain -> count(chain) == PacketPool.CHAIN);
  }

  static int count(@Nullable Packet chain) {
    int length = 0;
    for (Packet packet = chain; packet != null; packet = packet.next) {
      length++;
    }
    return length;
  }
}
