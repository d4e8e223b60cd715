package dev.headroom.sim;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.delivery.WholeFlows;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.message.MessageTerms;
import dev.headroom.sim.packet.SrdPacket;
import dev.headroom.sim.solo.Alone;
import dev.headroom.sim.srd.SrdConnections;
import dev.headroom.sim.srd.SrdSettings;

/** Transport plan of AWS's Scalable Reliable Datagram. */
final class SrdPlan extends DeliveryPlan {
  SrdPlan(Scenario scenario) {
    this(scenario, WholeFlows.terms(scenario.settings()));
  }

  private SrdPlan(Scenario scenario, MessageTerms terms) {
    super(scenario, terms, SrdPacket::new, terms.reads() ? Alone.read(terms) : Alone.of(terms));
  }

  @Override
  Transport open(
      FlowProgram program,
      RouteTable routes,
      ControllerFactory controllers,
      Onlooker onlooker,
      long seed) {
    SrdSettings srd = SrdSettings.of(scenario.settings(), terms, roundTripPs);
    return new SrdConnections(program, srd, routes, controllers, onlooker, seed);
  }
}
