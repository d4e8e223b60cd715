package dev.headroom.sim.falcon;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.delivery.PacketDeliveryConnections;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Falcon connections of a run. */
public sealed class FalconConnections extends PacketDeliveryConnections<FalconSender>
    permits FalconPullConnections {
  private final FalconSettings settings;
  private final ControllerFactory controllers;
  private final ControllerObserver controllerObserver;
  private final @Nullable FalconEndpoint[] ends;
  private final @Nullable FalconReceiver[] receivers;

  /**
   * @param controllerObserver sees the controllers at work
   * @param seed of the run
   */
  public FalconConnections(
      FlowProgram program,
      FalconSettings settings,
      FlowTupleTable routes,
      ControllerFactory controllers,
      ControllerObserver controllerObserver,
      long seed) {
    super(program, routes, settings.messageSettings().mtu(), Optional.empty(), seed);
    this.settings = settings;
    this.controllers = controllers;
    this.controllerObserver = controllerObserver;
    ends = new FalconEndpoint[routes.hosts()];
    receivers = new FalconReceiver[program.queuePairs()];
  }

  @Override
  protected FalconEndpoint open(Host host, HostRegistry hosts) {
    FalconEndpoint end = end(host, hosts);
    ends[host.index] = end;
    return end;
  }

  /** What it does at the host of this number; null where nobody has asked. */
  final @Nullable FalconEndpoint endAt(int host) {
    return ends[host];
  }

  FalconEndpoint end(Host host, HostRegistry hosts) {
    return new FalconEndpoint(host, hosts, this);
  }

  @Override
  protected FalconSender open(int flow, long lineBps) {
    FlowTuple forth = routes.forwardTuple(flow);
    Controller controller = controllerObserver.wrap(flow, controllers.make(lineBps));
    long key = Rng.key(seed, "flow labels of connection " + program.queuePair(flow));
    return sender(forth, controller, key);
  }

  FalconSender sender(FlowTuple forth, Controller controller, long key) {
    return new FalconSender(forth, settings, controller, key);
  }

  @Override
  public void acknowledge(int connection, long nowPs) {
    FalconReceiver receiver = receivers[connection];
    FalconEndpoint end = receiver == null ? null : ends[receiver.reverseTuple.source()];
    if (receiver != null && end != null) {
      end.acknowledge(receiver, connection, nowPs);
    }
  }

  FalconSettings settings() {
    return settings;
  }

  /** The receiving end that a packet is for, made by the first one. */
  FalconReceiver receiver(Packet packet) {
    int connection = packet.route.queuePair();
    FalconReceiver receiver = receivers[connection];
    if (receiver == null) {
      receiver =
          new FalconReceiver(settings, settings.receiveWindow(), routes.reverseTuple(packet.flow));
      receivers[connection] = receiver;
    }
    return receiver;
  }

  /** What has come of the data of a connection; null where nothing has. */
  final @Nullable FalconReceiver receiver(int connection) {
    return receivers[connection];
  }
}
