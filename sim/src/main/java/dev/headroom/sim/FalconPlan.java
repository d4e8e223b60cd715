package dev.headroom.sim;

import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.fabric.FalconPacket;
import dev.headroom.sim.fabric.NetworkBuilder.FrameSizes;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.falcon.FalconConnections;
import dev.headroom.sim.falcon.FalconSettings;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.rc.RcSettings;
import dev.headroom.sim.solo.Alone;
import java.util.function.Supplier;

/** Google's Falcon. */
final class FalconPlan implements TransportPlan {
  private final Scenario scenario;
  private final RcSettings rc;
  private final long roundTripPs;

  FalconPlan(Scenario scenario) {
    this.scenario = scenario;
    rc = RcSettings.of(scenario);
    roundTripPs = BaseRtt.of(scenario, TransportPlan.roundTripBytes(rc));
  }

  @Override
  public FrameSizes frames() {
    return TransportPlan.frames(rc);
  }

  @Override
  public Supplier<Packet> packets() {
    return FalconPacket::new;
  }

  @Override
  public int dataClass() {
    return rc.dataClass();
  }

  @Override
  public Transport open(FlowProgram program, RouteTable routes) {
    return new FalconConnections(
        program,
        FalconSettings.of(scenario.settings(), rc, roundTripPs),
        routes,
        Controllers.of(scenario.settings(), roundTripPs, rc.largestFrame()),
        scenario.settings().get(RunKnobs.SEED));
  }

  @Override
  public Alone alone() {
    return Alone.of(rc);
  }
}
