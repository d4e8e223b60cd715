package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.Rng;

/**
 * Resilient hash over a fixed number of buckets instead of over the next hops. Where a hop fails
 * its buckets go to the remaining hops, and no other flow moves; when it comes back it gets the
 * same buckets again. NVIDIA Cumulus Linux calls it resilient hashing, SONiC fine-grained ECMP,
 * Linux a resilient nexthop group.
 *
 * <p>Which hop takes over a bucket depends on the bucket and the hop alone (the largest hash wins,
 * Thaler and Ravishankar 1998), so it does not matter in which order hops fail.
 */
final class ResilientHash {
  private ResilientHash() {}

  /**
   * The hops by bucket.
   *
   * @param all hops when nothing has failed
   * @param now those that are left, and ones that were none before
   * @param buckets how many
   */
  static Port[] buckets(Port[] all, Port[] now, int buckets) {
    if (now.length < 2) {
      return now;
    }
    Port[] table = new Port[buckets];
    for (int i = 0; i < buckets; i++) {
      Port home = all.length == 0 ? now[0] : all[i % all.length];
      table[i] = contains(now, home) ? home : heir(now, i);
    }
    return table;
  }

  private static Port heir(Port[] now, int bucket) {
    Port best = now[0];
    long most = Long.MIN_VALUE;
    for (Port hop : now) {
      long weight = Rng.mix(((long) bucket << 32) + hop.id);
      if (weight > most) {
        most = weight;
        best = hop;
      }
    }
    return best;
  }

  private static boolean contains(Port[] hops, Port wanted) {
    for (Port hop : hops) {
      if (hop == wanted) {
        return true;
      }
    }
    return false;
  }
}
