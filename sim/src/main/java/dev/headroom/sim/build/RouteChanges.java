package dev.headroom.sim.build;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.failure.LinkChanges;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.routing.SwitchRoutes;
import dev.headroom.sim.switching.Switch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Changes of routes in a run, one by one. */
public final class RouteChanges {
  private RouteChanges() {}

  /** The routes that hold at each switch, by node. */
  @FunctionalInterface
  public interface Table {
    SwitchRoutes at(Switch device);
  }

  /**
   * One change of routes.
   *
   * @param atPs when
   * @param before what held until then
   * @param after what holds from then on
   */
  public record Change(long atPs, Table before, Table after) {
    /**
     * Whether packets could still take a way: each switch on it has its next port as a next hop.
     */
    public boolean isStillRoutable(List<Port> way, FlowTuple route) {
      for (int i = 1; i < way.size(); i++) {
        SwitchRoutes routes = after.at((Switch) way.get(i).device);
        boolean last = routes.isOwn(route.group());
        if (!last && !Arrays.asList(routes.hops(route.group())).contains(way.get(i))) {
          return false;
        }
      }
      return !way.isEmpty();
    }
  }

  /** All changes, in time order. */
  public static List<Change> of(SimulatedNetwork network) {
    List<Change> changes = new ArrayList<>();
    Table before = Switch::firstRoutes;
    for (LinkChanges.Change each : network.changes().ofRoutes()) {
      Table after = table(network, each.routes());
      changes.add(new Change(each.atPs(), before, after));
      before = after;
    }
    return changes;
  }

  private static Table table(SimulatedNetwork network, List<SwitchRoutes> routes) {
    SwitchRoutes[] byNode = new SwitchRoutes[network.ports().length];
    for (int i = 0; i < routes.size(); i++) {
      byNode[network.switches().get(i).node] = routes.get(i);
    }
    return device -> byNode[device.node];
  }
}
