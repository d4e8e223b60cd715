package dev.headroom.sim.delivery;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.host.TransportEndpoint;
import dev.headroom.sim.kernel.Rng;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a run, numbered as queue pairs are: only the partition of its source touches the
 * sending end of each. The other end is its {@link PacketDeliveryEndpoint}'s. Where a flow is READ
 * as a whole both have a part in asking for it: {@link ReadRequests} and {@link
 * ReadRequestReceiver}.
 */
public abstract class PacketDeliveryConnections<S extends PacketDeliverySender>
    implements Transport {
  protected final FlowProgram program;
  protected final FlowTupleTable routes;
  private final int mtu;
  private final List<@Nullable PacketDeliveryEndpoint<S>> ends;
  private final List<@Nullable S> senders;

  /** Packets of each flow that its receiver has placed. */
  private final int[] placed;

  /** How flows are asked for; null where nobody asks for one as a whole. */
  private final @Nullable ReadRequestSettings reads;

  protected final long seed;
  private final @Nullable ReadRequests[] requestSenders;
  private final @Nullable ReadRequestReceiver[] requestReceivers;

  /**
   * @param mtu payload of a full packet, in bytes
   * @param reads how flows are asked for; empty where nobody asks for one as a whole
   * @param seed of the run
   */
  protected PacketDeliveryConnections(
      FlowProgram program,
      FlowTupleTable routes,
      int mtu,
      Optional<ReadRequestSettings> reads,
      long seed) {
    this.program = program;
    this.routes = routes;
    this.mtu = mtu;
    ends =
        new ArrayList<@Nullable PacketDeliveryEndpoint<S>>(
            Collections.nCopies(routes.hosts(), null));
    senders = new ArrayList<@Nullable S>(Collections.nCopies(program.queuePairs(), null));
    placed = new int[program.flows()];
    this.reads = reads.orElse(null);
    this.seed = seed;
    requestSenders = new ReadRequests[reads.isPresent() ? program.queuePairs() : 0];
    requestReceivers = new ReadRequestReceiver[requestSenders.length];
  }

  /** What it does at a host. */
  protected abstract PacketDeliveryEndpoint<S> open(Host host, HostRegistry hosts);

  /** The sending end of a flow's connection, which has none yet. */
  protected abstract S open(int flow, long lineBps);

  @Override
  public final TransportEndpoint at(Host host, HostRegistry hosts) {
    PacketDeliveryEndpoint<S> end = open(host, hosts);
    ends.set(host.index, end);
    return end;
  }

  /** Whether data goes to who asks for it. */
  protected boolean isReading() {
    return reads != null;
  }

  @Override
  public final int initiator(int flow) {
    return isReading() ? program.destination(flow) : program.source(flow);
  }

  @Override
  public final void retry(int connection, long nowPs) {
    S sender = senders.get(connection);
    PacketDeliveryEndpoint<S> end = sender == null ? null : ends.get(sender.route().source());
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
  public void resume(int connection, long nowPs) {
    ReadRequests requests = requestSenders[connection];
    PacketDeliveryEndpoint<S> end = requests == null ? null : ends.get(requests.route().source());
    if (requests != null && end != null) {
      end.retryRequests(requests, nowPs);
    }
  }

  @Override
  public final String error(int flow) {
    ReadRequests requests = requestSender(flow);
    if (requests != null && !requests.failure().isEmpty()) {
      return requests.failure();
    }
    S sender = senders.get(program.queuePair(flow));
    return sender == null ? "" : sender.failure();
  }

  /** Who asks for the data of a flow's connection; null where nobody does, or nobody has yet. */
  private @Nullable ReadRequests requestSender(int flow) {
    return reads == null ? null : requestSenders[program.queuePair(flow)];
  }

  @Override
  public String stallReason(int flow) {
    ReadRequests requests = requestSender(flow);
    if (requests != null && !requests.stallReason().isEmpty()) {
      return requests.stallReason();
    }
    S sender = senders.get(program.queuePair(flow));
    return sender == null ? "" : sender.stallReason();
  }

  @Override
  public FlowProgress progress(int flow) {
    S sender = senders.get(program.queuePair(flow));
    FlowProgress progress = sender == null ? FlowProgress.NONE : sender.progress(flow);
    ReadRequests requests = requestSender(flow);
    return requests == null
        ? progress
        : new FlowProgress(progress.acknowledgedBytes(), requests.repeats(flow), 0);
  }

  @Override
  public long unsentBytes(int flow) {
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
  public final S senderOf(int flow, long lineBps) {
    int connection = program.queuePair(flow);
    S sender = senders.get(connection);
    if (sender == null) {
      sender = open(flow, lineBps);
      senders.set(connection, sender);
    }
    return sender;
  }

  /** How much of a flow's payload has been placed at least: the last packet may be among it. */
  protected final long placedBytes(int flow) {
    long bytes = program.bytes(flow);
    long missing = PostedFlows.packets(bytes, mtu) - placed[flow];
    return missing == 0 ? bytes : Math.max(0, bytes - missing * mtu);
  }

  /** A packet of a flow has been placed; returns whether it was the last one missing. */
  final boolean place(int flow) {
    return ++placed[flow] == PostedFlows.packets(program.bytes(flow), mtu);
  }

  // --- READ -------------------------------------------------------------------------------------

  /** How flows are asked for; null where nobody asks for one as a whole. */
  final @Nullable ReadRequestSettings reads() {
    return reads;
  }

  /** The asking end of a flow's connection, made by its first flow. */
  final ReadRequests requestsOf(int flow, ReadRequestSettings terms, long lineBps) {
    int connection = program.queuePair(flow);
    ReadRequests requests = requestSenders[connection];
    if (requests == null) {
      long key = Rng.key(seed, "ways of requests " + connection);
      requests = new ReadRequests(routes.reverseTuple(flow), terms, lineBps, key);
      requestSenders[connection] = requests;
    }
    return requests;
  }

  /** Who has asked for a flow. */
  final ReadRequests requestsOf(int flow) {
    ReadRequests requests = requestSenders[program.queuePair(flow)];
    if (requests == null) {
      throw new IllegalStateException("received data without a request");
    }
    return requests;
  }

  /** What has been asked of the source of a flow's connection. */
  final ReadRequestReceiver requestReceiver(int flow, ReadRequestSettings terms) {
    int connection = program.queuePair(flow);
    ReadRequestReceiver requests = requestReceivers[connection];
    if (requests == null) {
      requests = new ReadRequestReceiver(routes.forwardTuple(flow), terms.ordered());
      requestReceivers[connection] = requests;
    }
    return requests;
  }

  /** Whether the packet of a flow placed last was its first. */
  final boolean hasBegun(int flow) {
    return placed[flow] == 1;
  }

  final long bytes(int flow) {
    return program.bytes(flow);
  }
}
