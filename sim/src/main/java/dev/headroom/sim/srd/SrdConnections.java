package dev.headroom.sim.srd;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.delivery.PacketDeliveryConnections;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** The SRD connections of a run. */
public final class SrdConnections extends PacketDeliveryConnections<SrdSender> {
  private final SrdSettings settings;
  private final ControllerFactory controllers;
  private final ControllerObserver controllerObserver;
  private final @Nullable SrdReceiver[] receivers;

  /**
   * @param controllerObserver sees the controllers at work
   * @param seed of the run
   */
  public SrdConnections(
      FlowProgram program,
      SrdSettings settings,
      FlowTupleTable routes,
      ControllerFactory controllers,
      ControllerObserver controllerObserver,
      long seed) {
    super(program, routes, settings.messageSettings().mtu(), settings.reads(), seed);
    this.settings = settings;
    this.controllers = controllers;
    this.controllerObserver = controllerObserver;
    receivers = new SrdReceiver[program.queuePairs()];
  }

  @Override
  protected SrdEndpoint open(Host host, HostRegistry hosts) {
    return new SrdEndpoint(host, hosts, this);
  }

  @Override
  protected SrdSender open(int flow, long lineBps) {
    return new SrdSender(
        routes.forwardTuple(flow),
        settings,
        controllerObserver.wrap(flow, controllers.make(lineBps)),
        Rng.key(seed, "ways of connection " + program.queuePair(flow)));
  }

  SrdSettings settings() {
    return settings;
  }

  /** The receiving end that a packet is for, made by the first one. */
  SrdReceiver receiver(Packet packet) {
    int connection = packet.route.queuePair();
    SrdReceiver receiver = receivers[connection];
    if (receiver == null) {
      receiver = new SrdReceiver(routes.reverseTuple(packet.flow));
      receivers[connection] = receiver;
    }
    return receiver;
  }
}
