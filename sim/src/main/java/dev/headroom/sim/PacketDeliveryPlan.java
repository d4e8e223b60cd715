package dev.headroom.sim;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.TransportRequirements;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.ideal.IdealFct;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.Packet;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Transport plan for packet delivery in any order; subclasses differ by the connections that they
 * open.
 */
abstract class PacketDeliveryPlan implements TransportPlan {
  final Scenario scenario;
  final MessageSettings messageSettings;

  /** Of the longest way, without queues. */
  final long roundTripPs;

  private final Supplier<Packet> packets;
  private final IdealFct idealFct;

  PacketDeliveryPlan(
      Scenario scenario, MessageSettings terms, Supplier<Packet> packets, IdealFct idealFct) {
    this.scenario = scenario;
    this.messageSettings = terms;
    this.packets = packets;
    this.idealFct = idealFct;
    roundTripPs = BaseRtt.of(scenario, terms.roundTripBytes());
  }

  /**
   * The connections of a run.
   *
   * @param controllers makes those of data
   * @param controllerObserver sees them at work
   * @param seed of the run
   */
  abstract Transport open(
      FlowProgram program,
      FlowTupleTable routes,
      ControllerFactory controllers,
      ControllerObserver controllerObserver,
      long seed);

  @Override
  public TransportRequirements requirements() {
    return TransportRequirements.of(
        scenario,
        TransportPlan.frames(messageSettings),
        Optional.empty(),
        packets,
        messageSettings.dataClass());
  }

  @Override
  public int dataClass() {
    return messageSettings.dataClass();
  }

  @Override
  public Transport open(
      FlowProgram program, FlowTupleTable routes, ControllerObserver controllerObserver) {
    return open(
        program,
        routes,
        ScenarioControllers.of(scenario.settings(), roundTripPs, messageSettings.largestFrame()),
        controllerObserver,
        scenario.settings().get(RunKnobs.SEED));
  }

  @Override
  public IdealFct idealFctOf(int flow) {
    return idealFct;
  }
}
