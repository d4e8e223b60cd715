package dev.headroom.sim;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.Cargo;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.message.MessageTerms;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.solo.Alone;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Transport plan for packet delivery in any order; subclasses differ by the connections that they
 * open.
 */
abstract class DeliveryPlan implements TransportPlan {
  final Scenario scenario;
  final MessageTerms terms;

  /** Of the longest way, without queues. */
  final long roundTripPs;

  private final Supplier<Packet> packets;
  private final Alone alone;

  DeliveryPlan(Scenario scenario, MessageTerms terms, Supplier<Packet> packets, Alone alone) {
    this.scenario = scenario;
    this.terms = terms;
    this.packets = packets;
    this.alone = alone;
    roundTripPs = BaseRtt.of(scenario, terms.roundTripBytes());
  }

  /**
   * The connections of a run.
   *
   * @param controllers makes those of data
   * @param onlooker sees them at work
   * @param seed of the run
   */
  abstract Transport open(
      FlowProgram program,
      RouteTable routes,
      ControllerFactory controllers,
      Onlooker onlooker,
      long seed);

  @Override
  public Cargo cargo() {
    return Cargo.of(
        scenario, TransportPlan.frames(terms), Optional.empty(), packets, terms.dataClass());
  }

  @Override
  public int dataClass() {
    return terms.dataClass();
  }

  @Override
  public Transport open(FlowProgram program, RouteTable routes, Onlooker onlooker) {
    return open(
        program,
        routes,
        Controllers.of(scenario.settings(), roundTripPs, terms.largestFrame()),
        onlooker,
        scenario.settings().get(RunKnobs.SEED));
  }

  @Override
  public Alone alone(int flow) {
    return alone;
  }
}
