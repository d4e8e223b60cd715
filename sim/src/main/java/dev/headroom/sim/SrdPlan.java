package dev.headroom.sim;

import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.fabric.NetworkBuilder.FrameSizes;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.SrdPacket;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.rc.RcSettings;
import dev.headroom.sim.solo.Alone;
import dev.headroom.sim.srd.SrdConnections;
import dev.headroom.sim.srd.SrdSettings;
import java.util.function.Supplier;

/** AWS's Scalable Reliable Datagram. */
final class SrdPlan implements TransportPlan {
  private final Scenario scenario;
  private final RcSettings rc;
  private final long roundTripPs;

  SrdPlan(Scenario scenario) {
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
    return SrdPacket::new;
  }

  @Override
  public int dataClass() {
    return rc.dataClass();
  }

  @Override
  public Transport open(FlowProgram program, RouteTable routes) {
    return new SrdConnections(
        program,
        SrdSettings.of(scenario.settings(), rc, roundTripPs),
        routes,
        Controllers.of(scenario.settings(), roundTripPs, rc.largestFrame()),
        scenario.settings().get(RunKnobs.SEED));
  }

  @Override
  public Alone alone() {
    return Alone.of(rc);
  }
}
