package dev.headroom.sim;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.falcon.FalconConnections;
import dev.headroom.sim.falcon.FalconSettings;
import dev.headroom.sim.falcon.PullConnections;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.message.MessageTerms;
import dev.headroom.sim.packet.FalconPacket;
import dev.headroom.sim.solo.Alone;

/** Transport plan of Google's Falcon. */
final class FalconPlan extends DeliveryPlan {
  FalconPlan(Scenario scenario) {
    this(scenario, FalconSettings.terms(scenario.settings()));
  }

  private FalconPlan(Scenario scenario, MessageTerms terms) {
    super(
        scenario,
        terms,
        FalconPacket::new,
        terms.reads() ? Alone.pulls(terms) : Alone.answeredAtTheEnd(terms));
  }

  @Override
  Transport open(
      FlowProgram program,
      RouteTable routes,
      ControllerFactory controllers,
      Onlooker onlooker,
      long seed) {
    Settings settings = scenario.settings();
    FalconSettings falcon = FalconSettings.of(settings, terms, roundTripPs);
    if (falcon.pulls().isEmpty()) {
      return new FalconConnections(program, falcon, routes, controllers, onlooker, seed);
    }
    FalconSettings.Pulls pulls = falcon.pulls().get();
    ControllerFactory ofRequests = Controllers.of(settings, roundTripPs, pulls.requestFrame());
    return new PullConnections(
        program, falcon, pulls, routes, controllers, ofRequests, onlooker, seed);
  }
}
