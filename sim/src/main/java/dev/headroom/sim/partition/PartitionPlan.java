package dev.headroom.sim.partition;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;

/**
 * Assignment of nodes to partitions.
 *
 * <p>Partitions may be on two sides, with no wire between two of the same side: those below, with
 * all hosts, and those above, of the switches on top. Then one side may run as far ahead of the
 * other as a wire is long, and that one as far ahead of it, in turns.
 *
 * @param of by node, its partition
 * @param count how many partitions there are
 * @param below how many of them, from the first on, are on the side of the hosts; all where there
 *     are no two sides
 */
public record PartitionPlan(int[] of, int count, int below) {

  /** All in one. */
  static PartitionPlan one(int nodes) {
    return new PartitionPlan(new int[nodes], 1, 1);
  }

  /** The least delay of a link that joins different parts, or {@code Long.MAX_VALUE}. */
  public long lookaheadPs(Fabric fabric) {
    long least = Long.MAX_VALUE;
    for (Link link : fabric.links()) {
      if (of[link.a()] != of[link.b()]) {
        least = Math.min(least, link.delay().ps());
      }
    }
    return least;
  }
}
