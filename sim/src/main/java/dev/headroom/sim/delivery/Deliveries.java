package dev.headroom.sim.delivery;

import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.host.TransportEnd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a run, numbered as queue pairs are: the sending end of each is touched only by
 * the partition of its source. The other end is its {@link DeliveringEnd}'s.
 */
public abstract class Deliveries<S extends DeliveringSender> implements Transport {
  protected final FlowProgram program;
  protected final RouteTable routes;
  private final int mtu;
  private final List<@Nullable DeliveringEnd<S>> ends;
  private final List<@Nullable S> senders;

  /** Packets of each flow that its receiver has placed. */
  private final int[] placed;

  /**
   * @param mtu payload of a full packet, in bytes
   */
  protected Deliveries(FlowProgram program, RouteTable routes, int mtu) {
    this.program = program;
    this.routes = routes;
    this.mtu = mtu;
    ends = new ArrayList<@Nullable DeliveringEnd<S>>(Collections.nCopies(routes.hosts(), null));
    senders = new ArrayList<@Nullable S>(Collections.nCopies(program.queuePairs(), null));
    placed = new int[program.flows()];
  }

  /** What it does at a host. */
  protected abstract DeliveringEnd<S> open(Host host, Hosts hosts);

  /** The sending end of a flow's connection, which has none yet. */
  protected abstract S open(int flow, long lineBps);

  @Override
  public final TransportEnd at(Host host, Hosts hosts) {
    DeliveringEnd<S> end = open(host, hosts);
    ends.set(host.index, end);
    return end;
  }

  @Override
  public final int initiator(int flow) {
    return program.source(flow);
  }

  @Override
  public final void retry(int connection, long nowPs) {
    S sender = senders.get(connection);
    DeliveringEnd<S> end = sender == null ? null : ends.get(sender.route().source());
    if (sender != null && end != null) {
      end.retry(sender, nowPs);
    }
  }

  @Override
  public final boolean mayRetry(int connection) {
    S sender = senders.get(connection);
    return sender != null && sender.failure().isEmpty();
  }

  @Override
  public final void resume(int connection, long nowPs) {
    throw new IllegalStateException("nobody is told to wait");
  }

  @Override
  public final String error(int flow) {
    S sender = senders.get(program.queuePair(flow));
    return sender == null ? "" : sender.failure();
  }

  @Override
  public final String obstacle(int flow) {
    S sender = senders.get(program.queuePair(flow));
    return sender == null ? "" : sender.obstacle();
  }

  @Override
  public FlowProgress progress(int flow) {
    S sender = senders.get(program.queuePair(flow));
    return sender == null ? FlowProgress.NONE : sender.progress(flow);
  }

  @Override
  public final long unsentBytes(int flow) {
    S sender = senders.get(program.queuePair(flow));
    return sender == null ? 0 : sender.unsentBytes(flow);
  }

  @Override
  public final long inFlightBytes(int connection) {
    S sender = senders.get(connection);
    return sender == null ? 0 : sender.inFlightBytes();
  }

  /** The sending end of a connection, or null where nothing was posted. */
  public final @Nullable S sender(int connection) {
    return senders.get(connection);
  }

  /** The sending end of a flow's connection, made by its first flow. */
  final S senderOf(int flow, long lineBps) {
    int connection = program.queuePair(flow);
    S sender = senders.get(connection);
    if (sender == null) {
      sender = open(flow, lineBps);
      senders.set(connection, sender);
    }
    return sender;
  }

  /** A packet of a flow has been placed; returns whether it was the last one missing. */
  final boolean place(int flow) {
    return ++placed[flow] == PostedFlows.packets(program.bytes(flow), mtu);
  }
}
