package dev.headroom.sim;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.Instruments;
import dev.headroom.sim.fabric.Cargo;
import dev.headroom.sim.fabric.InstrumentedPacket;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.rc.QueuePairs;
import dev.headroom.sim.rc.RcSettings;
import dev.headroom.sim.rc.Terms;
import dev.headroom.sim.solo.Alone;
import java.util.Optional;

/** Reliable connections, as those of RoCE. */
final class RcPlan implements TransportPlan {
  private final Scenario scenario;
  private final RcSettings rc;
  private final Alone alone;

  RcPlan(Scenario scenario) {
    this.scenario = scenario;
    rc = RcSettings.of(scenario);
    alone = Alone.of(rc, own -> RcSettings.of(scenario, own));
  }

  @Override
  public Cargo cargo() {
    Instruments instruments = Instruments.of(scenario.settings());
    return Cargo.of(
        scenario,
        TransportPlan.frames(rc),
        Optional.empty(),
        instruments.areCarried()
            ? () -> new InstrumentedPacket(instruments.telemetryHops())
            : Packet::new,
        rc.dataClass());
  }

  @Override
  public int dataClass() {
    return rc.dataClass();
  }

  @Override
  public Transport open(FlowProgram program, RouteTable routes) {
    Subnets.check(scenario, routes);
    return QueuePairs.of(program, Terms.of(scenario, rc), routes);
  }

  @Override
  public Alone alone(int flow) {
    return alone;
  }
}
