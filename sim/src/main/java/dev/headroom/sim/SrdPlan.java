package dev.headroom.sim;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.delivery.SingleMessageFlows;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.ideal.IdealFct;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.SrdPacket;
import dev.headroom.sim.srd.SrdConnections;
import dev.headroom.sim.srd.SrdSettings;

/** Transport plan of AWS's Scalable Reliable Datagram. */
final class SrdPlan extends PacketDeliveryPlan {
  SrdPlan(Scenario scenario) {
    this(scenario, SingleMessageFlows.terms(scenario.settings()));
  }

  private SrdPlan(Scenario scenario, MessageSettings terms) {
    super(
        scenario, terms, SrdPacket::new, terms.reads() ? IdealFct.read(terms) : IdealFct.of(terms));
  }

  @Override
  Transport open(
      FlowProgram program,
      FlowTupleTable routes,
      ControllerFactory controllers,
      ControllerObserver controllerObserver,
      long seed) {
    SrdSettings srd = SrdSettings.of(scenario.settings(), messageSettings, roundTripPs);
    return new SrdConnections(program, srd, routes, controllers, controllerObserver, seed);
  }
}
