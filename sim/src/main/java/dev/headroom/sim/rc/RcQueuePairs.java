package dev.headroom.sim.rc;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.host.TransportEndpoint;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Queue pairs of a run over reliable connections. */
public abstract sealed class RcQueuePairs implements Transport
    permits WriteQueuePairs, ReadQueuePairs {
  final FlowProgram program;
  final RcSettings rc;
  final FlowTupleTable routes;
  final ControllerObserver controllerObserver;
  private final QpAttributes qpAttributes;

  private final RcEndpoint[] ends;

  RcQueuePairs(
      FlowProgram program,
      QpAttributes qpAttributes,
      FlowTupleTable routes,
      ControllerObserver controllerObserver) {
    this.program = program;
    this.qpAttributes = qpAttributes;
    rc = qpAttributes.rc;
    this.routes = routes;
    this.controllerObserver = controllerObserver;
    ends = new RcEndpoint[routes.hosts()];
  }

  /**
   * Those of a verb.
   *
   * @param controllerObserver sees their controllers at work
   */
  public static RcQueuePairs of(
      FlowProgram program,
      QpAttributes qpAttributes,
      FlowTupleTable routes,
      ControllerObserver controllerObserver) {
    return qpAttributes.rc.messageSettings().reads()
        ? new ReadQueuePairs(program, qpAttributes, routes, controllerObserver)
        : new WriteQueuePairs(program, qpAttributes, routes, controllerObserver);
  }

  /** What the queue pair of a flow is set with. */
  final QpAttributes attributes(int flow) {
    return qpAttributes.of(program.overrides(flow));
  }

  /** The end that posts work, or null before its first. */
  abstract @Nullable RcRequester requester(int queuePair);

  /** The end that sends the data, or null before its first. */
  abstract @Nullable PacketSender source(int queuePair);

  /** The way back of a packet that has come from the source of a queue pair's data. */
  abstract FlowTuple reverseTuple(Packet packet);

  abstract RcEndpoint makeEnd(Host host, HostRegistry hosts);

  @Override
  public final TransportEndpoint at(Host host, HostRegistry hosts) {
    RcEndpoint end = makeEnd(host, hosts);
    ends[host.index] = end;
    return end;
  }

  @Override
  public final void retry(int queuePair, long nowPs) {
    RcRequester requester = requester(queuePair);
    if (requester != null) {
      ends[requester.route().source()].retry(requester, nowPs);
    }
  }

  @Override
  public final void resume(int queuePair, long nowPs) {
    RcRequester requester = requester(queuePair);
    if (requester != null) {
      ends[requester.route().source()].activate(requester, nowPs);
    }
  }

  @Override
  public final boolean mayRetry(int queuePair) {
    RcRequester requester = requester(queuePair);
    return requester != null && requester.isTimerArmed();
  }

  @Override
  public final boolean mayResume(int queuePair) {
    RcRequester requester = requester(queuePair);
    return requester != null && requester.failure().isEmpty();
  }

  @Override
  public final String error(int flow) {
    RcRequester requester = requester(program.queuePair(flow));
    return requester == null ? "" : requester.failure();
  }

  @Override
  public final FlowProgress progress(int flow) {
    RcRequester requester = requester(program.queuePair(flow));
    QueuePairFlow transfer = requester == null ? null : requester.transfer(flow);
    return requester == null || transfer == null
        ? FlowProgress.NONE
        : new FlowProgress(
            requester.acknowledgedBytes(transfer), transfer.retransmissions, transfer.cnps);
  }

  @Override
  public final long unsentBytes(int flow) {
    RcRequester requester = requester(program.queuePair(flow));
    QueuePairFlow transfer = requester == null ? null : requester.transfer(flow);
    return requester == null || transfer == null
        ? 0
        : transfer.bytes - requester.sentBytes(transfer);
  }

  @Override
  public final long inFlightBytes(int queuePair) {
    RcRequester requester = requester(queuePair);
    return requester == null ? 0 : requester.inFlightBytes();
  }
}
