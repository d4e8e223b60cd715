package dev.headroom.sim;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.Verb;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.fabric.Cargo;
import dev.headroom.sim.fabric.FalconPacket;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.SrdPacket;
import dev.headroom.sim.falcon.FalconConnections;
import dev.headroom.sim.falcon.FalconSettings;
import dev.headroom.sim.falcon.PullConnections;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.rc.RcSettings;
import dev.headroom.sim.solo.Alone;
import dev.headroom.sim.srd.SrdConnections;
import dev.headroom.sim.srd.SrdSettings;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A transport that delivers packets in any order, and differs from others by its connections. */
final class DeliveryPlan implements TransportPlan {
  private final Scenario scenario;
  private final RcSettings rc;
  private final long roundTripPs;
  private final Supplier<Packet> packets;
  private final Opening opening;
  private final Alone alone;

  /** Makes the connections of a run. */
  private interface Opening {
    Transport open(
        DeliveryPlan plan,
        FlowProgram program,
        RouteTable routes,
        ControllerFactory controllers,
        Onlooker onlooker,
        long seed);
  }

  private DeliveryPlan(
      Scenario scenario,
      Supplier<Packet> packets,
      Function<RcSettings, Alone> alone,
      Opening opening) {
    this.scenario = scenario;
    this.packets = packets;
    this.opening = opening;
    rc = RcSettings.of(scenario);
    this.alone = alone.apply(rc);
    roundTripPs = BaseRtt.of(scenario, TransportPlan.roundTripBytes(rc));
  }

  /** AWS's Scalable Reliable Datagram. */
  static DeliveryPlan srd(Scenario scenario) {
    return new DeliveryPlan(
        scenario,
        SrdPacket::new,
        rc -> rc.operation() == Verb.READ ? Alone.read(rc) : Alone.of(rc),
        (plan, program, routes, controllers, onlooker, seed) ->
            new SrdConnections(
                program,
                SrdSettings.of(scenario.settings(), plan.rc, plan.roundTripPs),
                routes,
                controllers,
                onlooker,
                seed));
  }

  /** Google's Falcon. */
  static DeliveryPlan falcon(Scenario scenario) {
    return new DeliveryPlan(
        scenario,
        FalconPacket::new,
        rc -> rc.operation() == Verb.READ ? Alone.pulls(rc) : Alone.answeredAtTheEnd(rc),
        (plan, program, routes, controllers, onlooker, seed) ->
            plan.falcon(program, routes, controllers, onlooker, seed));
  }

  private Transport falcon(
      FlowProgram program,
      RouteTable routes,
      ControllerFactory controllers,
      Onlooker onlooker,
      long seed) {
    Settings settings = scenario.settings();
    FalconSettings falcon = FalconSettings.of(settings, rc, roundTripPs);
    if (falcon.pulls().isEmpty()) {
      return new FalconConnections(program, falcon, routes, controllers, onlooker, seed);
    }
    FalconSettings.Pulls pulls = falcon.pulls().get();
    ControllerFactory ofRequests = Controllers.of(settings, roundTripPs, pulls.requestFrame());
    return new PullConnections(
        program, falcon, pulls, routes, controllers, ofRequests, onlooker, seed);
  }

  @Override
  public Cargo cargo() {
    return Cargo.of(scenario, TransportPlan.frames(rc), Optional.empty(), packets, rc.dataClass());
  }

  @Override
  public int dataClass() {
    return rc.dataClass();
  }

  @Override
  public Transport open(FlowProgram program, RouteTable routes, Onlooker onlooker) {
    return opening.open(
        this,
        program,
        routes,
        Controllers.of(scenario.settings(), roundTripPs, rc.largestFrame()),
        onlooker,
        scenario.settings().get(RunKnobs.SEED));
  }

  @Override
  public Alone alone(int flow) {
    return alone;
  }
}
