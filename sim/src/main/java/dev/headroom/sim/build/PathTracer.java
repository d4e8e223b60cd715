package dev.headroom.sim.build;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.switching.Switch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tracer of a queue pair's packets through the routes at the start of a run, or later. */
public final class PathTracer {
  private static final int LONGEST = 64;

  private final Packet probe = new Packet();

  /**
   * The ports that send, from the source's NIC to the last switch, on the way that hashes choose;
   * empty if there is no way.
   */
  public List<Port> trace(FlowTuple route, Port nic) {
    return trace(route, nic, Switch::firstRoutes);
  }

  /** The same where other routes hold. */
  public List<Port> trace(FlowTuple route, Port nic, RouteChanges.Table routes) {
    probe.follow(route);
    List<Port> path = new ArrayList<>();
    path.add(nic);
    Port at = nic.peer();
    while (at.device instanceof Switch hop) {
      Port out = routes.at(hop).byHash(probe);
      if (out == null || path.size() > LONGEST) {
        return List.of();
      }
      path.add(out);
      at = out.peer();
    }
    return path;
  }

  /**
   * The ports that packets which are spread over all ways may leave by, hop by hop, from the
   * source's NIC to the last switch; empty if there is no way. All ways are shortest ones, so of
   * equal length.
   */
  public List<List<Port>> fan(FlowTuple route, Port nic, RouteChanges.Table routes) {
    List<List<Port>> hops = new ArrayList<>();
    List<Port> leave = List.of(nic);
    while (!leave.isEmpty() && hops.size() <= LONGEST) {
      hops.add(leave);
      Set<Switch> reached = new HashSet<>();
      List<Port> next = new ArrayList<>();
      for (Port port : leave) {
        if (!(port.peer().device instanceof Switch hop)) {
          return hops;
        }
        if (reached.add(hop)) {
          Collections.addAll(next, routes.at(hop).nextHops(route));
        }
      }
      leave = next;
    }
    return List.of();
  }
}
