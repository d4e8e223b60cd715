package dev.headroom.sim.fabric;

import java.util.List;
import java.util.Optional;

/**
 * A fabric, ready to run.
 *
 * @param partitions all partitions
 * @param ports the ports of each node
 * @param switches all switches
 * @param groupOfHost destination group of each host
 * @param depot what the partitions' packet pools share
 * @param board what switches know of each other's queues
 * @param changes failures, and the routes that follow them
 * @param outages how long flows stand still, where links go down
 * @param lookaheadPs how far partitions may run ahead of each other
 */
public record Network(
    List<Partition> partitions,
    Port[][] ports,
    List<Switch> switches,
    int[] groupOfHost,
    PacketDepot depot,
    GradeBoard board,
    LinkChanges changes,
    Optional<Outages> outages,
    long lookaheadPs) {

  /** The only port of a host. */
  public Port port(int node) {
    return ports[node][0];
  }
}
