package dev.headroom.sim.uet;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.delivery.PacketDeliveryConnections;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.Packet;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Packet delivery contexts of a run, numbered as queue pairs are: only the partition of its source
 * touches one end of each, and only that of its destination the other.
 */
public final class UetContexts extends PacketDeliveryConnections<UetSender> {
  private final UetSettings settings;
  private final ControllerFactory controllers;
  private final ControllerObserver controllerObserver;
  private final Function<Host, Optional<CreditPacer>> pacers;
  private final @Nullable UetReceiver[] receivers;

  /**
   * Payload of each flow that its receiver has placed, where no sender will hear of it; else empty.
   */
  private final long[] unreportedPayload;

  /**
   * @param pacers makes what hands out the rate of a host's port as credit, where that is done
   * @param controllerObserver sees the controllers at work
   * @param seed of the run
   */
  public UetContexts(
      FlowProgram program,
      UetSettings settings,
      FlowTupleTable routes,
      ControllerFactory controllers,
      ControllerObserver controllerObserver,
      Function<Host, Optional<CreditPacer>> pacers,
      long seed) {
    super(program, routes, settings.messageSettings().mtu(), settings.reads(), seed);
    this.settings = settings;
    this.controllers = controllers;
    this.controllerObserver = controllerObserver;
    this.pacers = pacers;
    receivers = new UetReceiver[program.queuePairs()];
    unreportedPayload = new long[settings.isReliable() ? 0 : program.flows()];
  }

  @Override
  protected UetEndpoint open(Host host, HostRegistry hosts) {
    return new UetEndpoint(host, hosts, this, pacers.apply(host).orElse(null));
  }

  @Override
  protected UetSender open(int flow, long lineBps) {
    return UetSender.of(
        routes.forwardTuple(flow),
        settings,
        controllerObserver.wrap(flow, controllers.make(lineBps)),
        Rng.key(seed, "entropy of context " + program.queuePair(flow)));
  }

  UetSettings settings() {
    return settings;
  }

  /** Payload of a flow has been placed of which its sender will not hear. */
  void unreportedPayload(int flow, int payload) {
    unreportedPayload[flow] += payload;
  }

  /** Where senders hear of nothing it is what receivers have placed. */
  @Override
  public FlowProgress progress(int flow) {
    return settings.isReliable()
        ? super.progress(flow)
        : new FlowProgress(unreportedPayload[flow], 0, 0);
  }

  /** The receiving end that a packet is for, made by the first one. */
  UetReceiver receiver(Packet packet, @Nullable CreditPacer pacer) {
    int context = packet.route.queuePair();
    UetReceiver receiver = receivers[context];
    if (receiver == null) {
      receiver =
          UetReceiver.of(
              settings,
              routes.reverseTuple(packet.flow),
              packet.flow,
              pacer == null ? null : pacer.open(context));
      receivers[context] = receiver;
    }
    return receiver;
  }

  /** The receiving end of a context in which something has come. */
  UetReceiver receiver(int context) {
    UetReceiver receiver = receivers[context];
    if (receiver == null) {
      throw new IllegalStateException("no packet was received in context " + context);
    }
    return receiver;
  }
}
