package dev.headroom.sim.uet;

import dev.headroom.congestion.CreditPacer;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.ControllerFactory;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.host.TransportEnd;
import dev.headroom.sim.kernel.Rng;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The packet delivery contexts of a run, numbered as queue pairs are: one end of each is touched
 * only by the partition of its source, the other only by that of its destination.
 */
public final class UetContexts implements Transport {
  /** Packets given up in a row that tell of more than congestion. */
  private static final int SILENCE = 7;

  private final FlowProgram program;
  private final UetSettings settings;
  private final RouteTable routes;
  private final ControllerFactory controllers;
  private final long seed;
  private final LongFunction<Optional<CreditPacer>> pacers;
  private final UetEnd[] ends;
  private final @Nullable UetSender[] senders;
  private final @Nullable UetReceiver[] receivers;

  /** Packets of each flow that its receiver has not placed yet, less all of them. */
  private final int[] placed;

  /**
   * @param pacers makes what hands out the rate of a host's port as credit, where that is done
   * @param seed of the run
   */
  public UetContexts(
      FlowProgram program,
      UetSettings settings,
      RouteTable routes,
      ControllerFactory controllers,
      LongFunction<Optional<CreditPacer>> pacers,
      long seed) {
    this.program = program;
    this.settings = settings;
    this.routes = routes;
    this.controllers = controllers;
    this.pacers = pacers;
    this.seed = seed;
    ends = new UetEnd[routes.hosts()];
    senders = new UetSender[program.queuePairs()];
    receivers = new UetReceiver[program.queuePairs()];
    placed = new int[program.flows()];
  }

  @Override
  public TransportEnd at(Host host, Hosts hosts) {
    CreditPacer pacer = pacers.apply(host.port().rateBps()).orElse(null);
    ends[host.index] = new UetEnd(host, hosts, this, pacer);
    return ends[host.index];
  }

  @Override
  public int initiator(int flow) {
    return program.source(flow);
  }

  @Override
  public void retry(int context, long nowPs) {
    UetSender sender = senders[context];
    if (sender != null) {
      ends[sender.route().source()].retry(sender, nowPs);
    }
  }

  @Override
  public void resume(int context, long nowPs) {
    throw new IllegalStateException("contexts are not told to wait");
  }

  /** Senders never give up. */
  @Override
  public String error(int flow) {
    return "";
  }

  /** They are asked how long they have heard nothing. */
  @Override
  public String obstacle(int flow) {
    UetSender sender = senders[program.queuePair(flow)];
    return sender == null || sender.timeoutsInARow() < SILENCE
        ? ""
        : "nothing was heard of %d packets in a row".formatted(sender.timeoutsInARow());
  }

  @Override
  public FlowProgress progress(int flow) {
    UetSender sender = senders[program.queuePair(flow)];
    UetSender.Outgoing sent = sender == null ? null : sender.oldest();
    while (sent != null && sent.flow != flow) {
      sent = sent.next();
    }
    return sender == null || sent == null
        ? FlowProgress.NONE
        : new FlowProgress(sender.acknowledgedBytes(sent), sent.repeats(), 0);
  }

  UetSettings settings() {
    return settings;
  }

  @Nullable UetSender sender(int context) {
    return senders[context];
  }

  /** The sending end of a flow's context, made by its first flow. */
  UetSender senderOf(int flow, long lineBps) {
    int context = program.queuePair(flow);
    UetSender sender = senders[context];
    if (sender == null) {
      sender =
          new UetSender(
              routes.forth(flow),
              settings,
              controllers.make(lineBps),
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
