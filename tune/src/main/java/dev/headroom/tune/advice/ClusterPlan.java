package dev.headroom.tune.advice;

import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;

/**
 * Plan of a cluster that does not exist yet.
 *
 * @param hosts NICs; scenarios count a NIC as a host
 * @param rate of every link
 * @param chip of all switches
 * @param topology wanted one
 * @param rails NICs of a server, each on a leaf of its own rail; 1 for none
 * @param oversubscription hosts' capacity of a leaf as a multiple of that of its uplinks, 1 or more
 * @param cable length between host and switch
 * @param uplinkCable length between switches
 */
public record ClusterPlan(
    int hosts,
    Rate rate,
    ChipPorts chip,
    TopologyChoice topology,
    int rails,
    double oversubscription,
    Length cable,
    Length uplinkCable) {
  /** Hosts of the largest fabric that the simulator takes. */
  public static final int MOST_HOSTS = 262_144;

  public static final int MOST_RAILS = 128;
  public static final int MOST_OVERSUBSCRIPTION = 64;

  public ClusterPlan {
    require(
        hosts >= 2 && hosts <= MOST_HOSTS,
        "hosts %,d: a fabric has 2 to %,d".formatted(hosts, MOST_HOSTS));
    require(rails >= 1 && rails <= MOST_RAILS, "rails %d: a server has 1 to 128".formatted(rails));
    require(
        hosts % rails == 0,
        "%,d hosts on %d rails: use a multiple of %d".formatted(hosts, rails, rails));
    require(
        oversubscription >= 1 && oversubscription <= MOST_OVERSUBSCRIPTION,
        "oversubscription %s: use 1 to 64, such as 2 for twice as much down as up"
            .formatted(oversubscription));
    require(
        rails == 1 || topology.hasRails(),
        "%d rails go with the topology rail-optimized, not with %s"
            .formatted(rails, topology.word()));
    require(
        rails > 1 || topology != TopologyChoice.RAIL_OPTIMIZED,
        "the topology rail-optimized needs the number of rails, 2 or more");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AdviceException(what);
    }
  }
}
