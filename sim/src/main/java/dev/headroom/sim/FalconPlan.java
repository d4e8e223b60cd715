package dev.headroom.sim;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.falcon.FalconConnections;
import dev.headroom.sim.falcon.FalconPullConnections;
import dev.headroom.sim.falcon.FalconSettings;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.ideal.IdealFct;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.FalconPacket;

/** Transport plan of Google's Falcon. */
final class FalconPlan extends PacketDeliveryPlan {
  FalconPlan(Scenario scenario) {
    this(scenario, FalconSettings.messageSettings(scenario.settings()));
  }

  private FalconPlan(Scenario scenario, MessageSettings terms) {
    super(
        scenario,
        terms,
        FalconPacket::new,
        terms.reads() ? IdealFct.pulls(terms) : IdealFct.withFinalAck(terms));
  }

  @Override
  Transport open(
      FlowProgram program,
      FlowTupleTable routes,
      ControllerFactory controllers,
      ControllerObserver controllerObserver,
      long seed) {
    Settings settings = scenario.settings();
    FalconSettings falcon = FalconSettings.of(settings, messageSettings, roundTripPs);
    if (falcon.pulls().isEmpty()) {
      return new FalconConnections(program, falcon, routes, controllers, controllerObserver, seed);
    }
    FalconSettings.Pulls pulls = falcon.pulls().get();
    ControllerFactory ofRequests =
        ScenarioControllers.of(settings, roundTripPs, pulls.requestFrame());
    return new FalconPullConnections(
        program, falcon, pulls, routes, controllers, ofRequests, controllerObserver, seed);
  }
}
