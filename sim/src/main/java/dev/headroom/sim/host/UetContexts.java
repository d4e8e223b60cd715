package dev.headroom.sim.host;

import dev.headroom.congestion.CreditPacer;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.ControllerFactory;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.uet.UetReceiver;
import dev.headroom.sim.uet.UetSender;
import dev.headroom.sim.uet.UetSettings;
import org.jspecify.annotations.Nullable;

/**
 * The packet delivery contexts of a run, numbered as queue pairs are: one end of each is touched
 * only by the partition of its source, the other only by that of its destination.
 */
final class UetContexts {
  private final FlowProgram program;
  private final UetSettings settings;
  private final RouteTable routes;
  private final ControllerFactory controllers;
  private final long seed;
  private final @Nullable UetSender[] senders;
  private final @Nullable UetReceiver[] receivers;

  /** Packets of each flow that its receiver has not placed yet, less all of them. */
  private final int[] placed;

  UetContexts(
      FlowProgram program,
      UetSettings settings,
      RouteTable routes,
      ControllerFactory controllers,
      long seed) {
    this.program = program;
    this.settings = settings;
    this.routes = routes;
    this.controllers = controllers;
    this.seed = seed;
    senders = new UetSender[program.queuePairs()];
    receivers = new UetReceiver[program.queuePairs()];
    placed = new int[program.flows()];
  }

  UetSettings settings() {
    return settings;
  }

  @Nullable UetSender sender(int context) {
    return senders[context];
  }

  /** The sending end of a flow's context, made by its first flow. */
  UetSender senderOf(int flow, Host host) {
    int context = program.queuePair(flow);
    UetSender sender = senders[context];
    if (sender == null) {
      sender =
          new UetSender(
              routes.forth(flow),
              settings,
              controllers.make(host.port().rateBps()),
              Rng.key(seed, "entropy of context " + context));
      senders[context] = sender;
    }
    return sender;
  }

  /** The receiving end that a packet is for, made by the first one. */
  UetReceiver receiver(Packet packet, @Nullable CreditPacer pacer) {
    int context = packet.route.queuePair();
    UetReceiver receiver = receivers[context];
    if (receiver == null) {
      receiver =
          new UetReceiver(
              settings,
              routes.back(packet.flow),
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
      throw new IllegalStateException("nothing was received in context " + context);
    }
    return receiver;
  }

  /** A packet of a flow has been placed; returns whether it was the last one missing. */
  boolean place(int flow) {
    return ++placed[flow] == settings.packets(program.bytes(flow));
  }
}
