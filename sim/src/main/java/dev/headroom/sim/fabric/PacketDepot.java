package dev.headroom.sim.fabric;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Where the pools of a run hand over what one has too many of and another too few: packets travel
 * from partition to partition, and traffic may go one way. Whole chains change hands, so it is seldom
 * asked.
 */
final class PacketDepot {
  private final ConcurrentLinkedQueue<Packet> chains = new ConcurrentLinkedQueue<>();

  void give(Packet chain) {
    chains.add(chain);
  }

  /** A chain of {@link PacketPool#CHAIN} packets, or null. */
  @Nullable Packet take() {
    return chains.poll();
  }

  /** How many chains are here; for the books. */
  int chains() {
    return chains.size();
  }
}
