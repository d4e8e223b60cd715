package dev.headroom.sim.check;

import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.switching.Switch;
import java.util.BitSet;
import java.util.List;

/**
 * Fan-out and fan-in of switches on the routes of the start of a run: egress ports that packets of
 * one ingress can go to, and ingresses whose packets reach one egress port.
 */
final class FanInOut {
  private final SimulatedNetwork network;

  /** For each port of a switch those through which what comes in there may leave. */
  private final BitSet[] leaves;

  private FanInOut(SimulatedNetwork network) {
    this.network = network;
    int ports = 0;
    for (Port[] own : network.ports()) {
      ports += own.length;
    }
    leaves = new BitSet[ports];
    for (int i = 0; i < ports; i++) {
      leaves[i] = new BitSet();
    }
  }

  static FanInOut of(SimulatedNetwork network) {
    FanInOut fanInOut = new FanInOut(network);
    int groups = 0;
    for (int group : network.groupOfHost()) {
      groups = Math.max(groups, group + 1);
    }
    for (Switch at : network.switches()) {
      for (int group = 0; group < groups; group++) {
        fanInOut.addHosts(at, group);
        for (Port out : at.firstRoutes().hops(group)) {
          if (out.peer().device instanceof Switch next) {
            fanInOut.add(out.peer(), next, group);
          }
        }
      }
    }
    return fanInOut;
  }

  /** What hosts of a switch send to a group. */
  private void addHosts(Switch at, int group) {
    for (Port in : network.ports()[at.node]) {
      if (!(in.peer().device instanceof Switch)) {
        add(in, at, group);
      }
    }
  }

  private void add(Port in, Switch at, int group) {
    Port[] hops = at.firstRoutes().hops(group);
    for (Port out : hops) {
      leaves[in.id].set(out.number());
    }
    if (at.firstRoutes().isOwn(group)) {
      for (Port out : network.ports()[at.node]) {
        if (!(out.peer().device instanceof Switch)) {
          leaves[in.id].set(out.number());
        }
      }
    }
  }

  /** Egress ports of a switch that one of its ingresses feeds, at most; its own is not one. */
  int out(Switch at) {
    int most = 0;
    for (Port in : network.ports()[at.node]) {
      most = Math.max(most, leaves[in.id].cardinality() - (leaves[in.id].get(in.number()) ? 1 : 0));
    }
    return Math.max(1, most);
  }

  /** Ingresses of a switch that feed one of its egress ports, at most. */
  int in(Switch at) {
    List<Port> own = List.of(network.ports()[at.node]);
    int most = 0;
    for (Port out : own) {
      long feed = own.stream().filter(in -> in != out && leaves[in.id].get(out.number())).count();
      most = Math.max(most, (int) feed);
    }
    return Math.max(1, most);
  }
}
