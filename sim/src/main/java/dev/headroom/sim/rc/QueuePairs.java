package dev.headroom.sim.rc;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Sender;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.host.TransportEnd;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.Route;
import org.jspecify.annotations.Nullable;

/** Queue pairs of a run over reliable connections. */
public abstract sealed class QueuePairs implements Transport
    permits WriteQueuePairs, ReadQueuePairs {
  final FlowProgram program;
  final RcSettings rc;
  final RouteTable routes;
  final Onlooker onlooker;
  private final Terms terms;

  private final RcEnd[] ends;

  QueuePairs(FlowProgram program, Terms terms, RouteTable routes, Onlooker onlooker) {
    this.program = program;
    this.terms = terms;
    rc = terms.rc;
    this.routes = routes;
    this.onlooker = onlooker;
    ends = new RcEnd[routes.hosts()];
  }

  /**
   * Those of a verb.
   *
   * @param onlooker sees their controllers at work
   */
  public static QueuePairs of(
      FlowProgram program, Terms terms, RouteTable routes, Onlooker onlooker) {
    return terms.rc.terms().reads()
        ? new ReadQueuePairs(program, terms, routes, onlooker)
        : new WriteQueuePairs(program, terms, routes, onlooker);
  }

  /** What the queue pair of a flow is set with. */
  final Terms terms(int flow) {
    return terms.of(program.terms(flow));
  }

  /** The end that posts work, or null before its first. */
  abstract @Nullable Requester requester(int queuePair);

  /** The end that sends the data, or null before its first. */
  abstract @Nullable Sender source(int queuePair);

  /** The way back of a packet that has come from the source of a queue pair's data. */
  abstract Route back(Packet packet);

  abstract RcEnd makeEnd(Host host, Hosts hosts);

  @Override
  public final TransportEnd at(Host host, Hosts hosts) {
    RcEnd end = makeEnd(host, hosts);
    ends[host.index] = end;
    return end;
  }

  @Override
  public final void retry(int queuePair, long nowPs) {
    Requester requester = requester(queuePair);
    if (requester != null) {
      ends[requester.route().source()].retry(requester, nowPs);
    }
  }

  @Override
  public final void resume(int queuePair, long nowPs) {
    Requester requester = requester(queuePair);
    if (requester != null) {
      ends[requester.route().source()].activate(requester, nowPs);
    }
  }

  @Override
  public final boolean mayRetry(int queuePair) {
    Requester requester = requester(queuePair);
    return requester != null && requester.isTimerArmed();
  }

  @Override
  public final boolean mayResume(int queuePair) {
    Requester requester = requester(queuePair);
    return requester != null && requester.failure().isEmpty();
  }

  @Override
  public final String error(int flow) {
    Requester requester = requester(program.queuePair(flow));
    return requester == null ? "" : requester.failure();
  }

  @Override
  public final FlowProgress progress(int flow) {
    Requester requester = requester(program.queuePair(flow));
    Transfer transfer = requester == null ? null : requester.transfer(flow);
    return requester == null || transfer == null
        ? FlowProgress.NONE
        : new FlowProgress(
            requester.acknowledgedBytes(transfer), transfer.retransmissions, transfer.cnps);
  }

  @Override
  public final long unsentBytes(int flow) {
    Requester requester = requester(program.queuePair(flow));
    Transfer transfer = requester == null ? null : requester.transfer(flow);
    return requester == null || transfer == null
        ? 0
        : transfer.bytes - requester.sentBytes(transfer);
  }

  @Override
  public final long inFlightBytes(int queuePair) {
    Requester requester = requester(queuePair);
    return requester == null ? 0 : requester.inFlightBytes();
  }
}
