package dev.headroom.sim.fabric;

import java.util.ArrayList;
import java.util.List;

/**
 * Follows a queue pair's packets through the routes that hold at the start of a run; where data is
 * spread, along the way that ECMP would choose.
 */
public final class PathTracer {
  private static final int LONGEST = 64;

  private final Packet probe = new Packet();

  /** The ports that send, from the source's NIC to the last switch; empty if there is no way. */
  public List<Port> trace(Route route, Port nic) {
    return trace(route, nic, Switch::firstRoutes);
  }

  /** The same where other routes hold. */
  public List<Port> trace(Route route, Port nic, Reroutes.Table routes) {
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
}
