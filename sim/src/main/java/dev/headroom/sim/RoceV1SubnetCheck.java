package dev.headroom.sim;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.SubnetScope;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.host.FlowTupleTable;
import java.util.List;

/** Check that RoCEv1, which has no IP header, is used only between hosts of one subnet. */
final class RoceV1SubnetCheck {
  private RoceV1SubnetCheck() {}

  /** Refuses flows of RoCEv1 that would have to cross a router. */
  static void check(Scenario scenario, FlowTupleTable routes) {
    if (scenario.settings().get(TransportKnobs.TRANSPORT) != TransportType.ROCEV1
        || scenario.settings().get(RoutingKnobs.SUBNETS) == SubnetScope.FABRIC) {
      return;
    }
    List<Node> hosts = scenario.fabric().hosts();
    for (int flow = 0; flow < scenario.flows().flows(); flow++) {
      if (routes.forwardTuple(flow).group() != routes.reverseTuple(flow).group()) {
        throw new UnrunnableScenarioException(
            "flow %d goes from %s to %s, which are under different leaves: with routing.subnets leaf a router separates them, and RoCEv1 has no IP header; use routing.subnets fabric if switches bridge, or transport.type rocev2"
                .formatted(
                    flow,
                    hosts.get(scenario.flows().source(flow)).name(),
                    hosts.get(scenario.flows().destination(flow)).name()));
      }
    }
  }
}
