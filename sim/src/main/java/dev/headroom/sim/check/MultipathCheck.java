package dev.headroom.sim.check;

import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.routing.SwitchRoutes;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.List;

/** Check whether packets of one flow may take several paths. */
public final class MultipathCheck {
  private MultipathCheck() {}

  /**
   * Whether any switch on the way of these packets has a choice of ports.
   *
   * @param senders for each destination group the nodes of the switches at which its packets enter
   */
  public static boolean exist(SimulatedNetwork network, BitSet[] senders) {
    for (List<SwitchRoutes> routes : network.allRoutes()) {
      SwitchRoutes[] ofNode = new SwitchRoutes[network.ports().length];
      for (int i = 0; i < routes.size(); i++) {
        ofNode[network.switches().get(i).node] = routes.get(i);
      }
      for (int group = 0; group < senders.length; group++) {
        if (hasPathChoiceAt(ofNode, senders[group], group)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasPathChoiceAt(SwitchRoutes[] ofNode, BitSet senders, int group) {
    BitSet seen = (BitSet) senders.clone();
    IntArrayList todo = new IntArrayList(senders.stream().toArray());
    while (!todo.isEmpty()) {
      SwitchRoutes routes = ofNode[todo.popInt()];
      if (routes == null) {
        continue;
      }
      Port[] hops = routes.hops(group);
      if (hops.length > 1) {
        return true;
      }
      for (Port hop : hops) {
        int next = hop.peer().device.node;
        if (!seen.get(next)) {
          seen.set(next);
          todo.push(next);
        }
      }
    }
    return false;
  }
}
