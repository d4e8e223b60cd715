package dev.headroom.sim.build;

import dev.headroom.sim.fabric.FlowOutages;
import dev.headroom.sim.fabric.LinkRetry;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.failure.LinkChanges;
import dev.headroom.sim.measure.LinkRetryCounts;
import dev.headroom.sim.packet.PacketDepot;
import dev.headroom.sim.routing.RemoteQueueTable;
import dev.headroom.sim.routing.SwitchRoutes;
import dev.headroom.sim.switching.Switch;
import java.util.List;
import java.util.Optional;

/**
 * Network of a run: a fabric with its partitions, ports, switches and routes, ready to run.
 *
 * @param partitions all partitions: first those on the side of the hosts, then those on the other,
 *     if there are two sides
 * @param ports the ports of each node
 * @param switches all switches
 * @param groupOfHost destination group of each host
 * @param depot what the partitions' packet pools share
 * @param cellDepot the same for cells
 * @param board what switches know of each other's queues
 * @param changes failures, and the routes that follow them
 * @param outages how long flows stand still, where links go down
 * @param below how many partitions are on the side of the hosts
 * @param lookaheadPs how far partitions may run ahead of each other
 */
public record SimulatedNetwork(
    List<Partition> partitions,
    Port[][] ports,
    List<Switch> switches,
    int[] groupOfHost,
    PacketDepot depot,
    PacketDepot cellDepot,
    RemoteQueueTable board,
    LinkChanges changes,
    Optional<FlowOutages> outages,
    int below,
    long lookaheadPs) {

  /** Whether partitions are on two sides, so that no wire joins two of the same side. */
  public boolean hasTwoSides() {
    return below < partitions.size();
  }

  /** Whether links go down or change in the run. */
  public boolean linksChange() {
    return changes.isSome();
  }

  /** The only port of a host. */
  public Port port(int node) {
    return ports[node][0];
  }

  /** The routes of all switches at the start of the run and after each change of routes. */
  public List<List<SwitchRoutes>> allRoutes() {
    return changes.allRoutes(switches);
  }

  /** What links have sent again. */
  public LinkRetryCounts linkRetries() {
    long nacks = 0;
    long frames = 0;
    for (Port[] own : ports) {
      for (Port port : own) {
        LinkRetry retry = port.link.retry();
        if (retry != null) {
          nacks += retry.nacks();
          frames += retry.framesReplayed();
        }
      }
    }
    return new LinkRetryCounts(nacks, frames);
  }
}
