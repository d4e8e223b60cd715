package dev.headroom.sim.tcp;

import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.cpu.CpuCore;
import dev.headroom.sim.cpu.CpuCosts;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.host.TransportEndpoint;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.Packet;
import dev.headroom.unit.CountedNoun;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * TCP connections of a run, numbered as queue pairs are: only the partition of its source touches
 * one end of each, and only that of its destination the other. Where data is READ each end has a
 * sender and a receiver: requests go one way, data the other.
 */
public final class TcpConnections implements Transport {
  /** Timeouts in a row that tell of more than congestion. */
  private static final int SILENCE = 3;

  private final FlowProgram program;
  private final TcpSettings settings;

  /** Whether the destination asks for the data. */
  private final boolean reading;

  private final FlowTupleTable routes;
  private final ControllerFactory controllers;
  private final ControllerObserver controllerObserver;
  private final long seed;
  private final IntFunction<Optional<CpuCosts>> costs;
  private final TcpEndpoint[] ends;
  private final @Nullable TcpSender[] senders;
  private final @Nullable TcpReceiver[] receivers;

  // Where data is asked for; else empty.
  private final @Nullable IwarpReadRequests[] reads;
  private final @Nullable TcpReceiver[] requestReceivers;

  /**
   * @param controllerObserver sees the controllers at work
   * @param seed of the run
   * @param costs what the transport costs a host's CPU, by its position; empty where it comes free
   */
  public TcpConnections(
      FlowProgram program,
      TcpSettings settings,
      FlowTupleTable routes,
      ControllerFactory controllers,
      ControllerObserver controllerObserver,
      long seed,
      IntFunction<Optional<CpuCosts>> costs) {
    this.program = program;
    this.settings = settings;
    reading = settings.reads().isPresent();
    this.routes = routes;
    this.controllers = controllers;
    this.controllerObserver = controllerObserver;
    this.seed = seed;
    this.costs = costs;
    ends = new TcpEndpoint[routes.hosts()];
    senders = new TcpSender[program.queuePairs()];
    receivers = new TcpReceiver[program.queuePairs()];
    reads = new IwarpReadRequests[reading ? program.queuePairs() : 0];
    requestReceivers = new TcpReceiver[reads.length];
  }

  @Override
  public TransportEndpoint at(Host host, HostRegistry hosts) {
    ends[host.index] = new TcpEndpoint(host, hosts, this, costs.apply(host.index));
    return ends[host.index];
  }

  @Override
  public int initiator(int flow) {
    return reading ? program.destination(flow) : program.source(flow);
  }

  @Override
  public void retry(int connection, long nowPs) {
    TcpSender sender = senders[connection];
    if (sender != null) {
      ends[sender.route().source()].retry(sender, nowPs);
    }
  }

  /** A request may have to be sent again. */
  @Override
  public void resume(int connection, long nowPs) {
    IwarpReadRequests own = reads[connection];
    if (own != null) {
      ends[own.requests.route().source()].retry(own.requests, nowPs);
    }
  }

  @Override
  public void acknowledge(int connection, long nowPs) {
    TcpReceiver receiver = receivers[connection];
    if (receiver != null) {
      ends[receiver.reverseTuple.source()].acknowledge(receiver, nowPs);
    }
  }

  @Override
  public boolean usesCores() {
    return true;
  }

  @Override
  public void onCoreDone(int core, long nowPs) {
    ends[core / CpuCore.MOST].worked(core % CpuCore.MOST, nowPs);
  }

  /** Senders go on trying for longer than anybody waits. */
  @Override
  public String error(int flow) {
    return "";
  }

  /** They are asked how long they have heard nothing. */
  @Override
  public String stallReason(int flow) {
    int connection = program.queuePair(flow);
    IwarpReadRequests own = reading ? reads[connection] : null;
    String unasked = stallReason(own == null ? null : own.requests);
    return unasked.isEmpty() ? stallReason(senders[connection]) : unasked;
  }

  private static String stallReason(@Nullable TcpSender sender) {
    return sender == null || sender.timeoutsInARow() < SILENCE
        ? ""
        : "no ACK for %s in a row".formatted(CountedNoun.of(sender.timeoutsInARow(), "timeout"));
  }

  @Override
  public FlowProgress progress(int flow) {
    TcpSender sender = senders[program.queuePair(flow)];
    OutgoingStream.Outgoing sent = sender == null ? null : sender.stream.oldest();
    while (sent != null && sent.flow != flow) {
      sent = sent.next();
    }
    return sender == null || sent == null
        ? FlowProgress.NONE
        : new FlowProgress(sender.acknowledgedBytes(sent), reading ? 0 : sent.repeats(), 0);
  }

  @Override
  public long inFlightBytes(int connection) {
    TcpSender sender = senders[connection];
    return sender == null ? 0 : sender.inFlightBytes();
  }

  boolean reactsToEcn() {
    return settings.ecn();
  }

  @Nullable TcpSender sender(int connection) {
    return senders[connection];
  }

  /** The sending end of a flow's connection, made by its first flow. */
  TcpSender senderOf(int flow, long lineBps, @Nullable KernelStack stack) {
    int connection = program.queuePair(flow);
    TcpSender sender = senders[connection];
    if (sender == null) {
      long draw = Rng.key(seed, "control of connection " + connection);
      sender =
          new TcpSender(
              routes.forwardTuple(flow),
              reading ? settings.ofResponses() : settings,
              controllerObserver.wrap(flow, controllers.make(lineBps, draw)));
      sender.writing = stack == null ? null : stack.writing(sender);
      senders[connection] = sender;
    }
    return sender;
  }

  /** The receiving end that a packet is for, made by the first one. */
  TcpReceiver receiver(Packet packet, @Nullable KernelStack stack) {
    int connection = packet.route.queuePair();
    TcpReceiver receiver = receivers[connection];
    if (receiver == null) {
      receiver = new TcpReceiver(settings, routes.reverseTuple(packet.flow), packet.flow);
      receiver.reading = stack == null ? null : stack.reading(receiver);
      receivers[connection] = receiver;
    }
    return receiver;
  }

  // --- READ -------------------------------------------------------------------------------------

  /** Whether the destination asks for the data. */
  boolean isRead() {
    return reading;
  }

  /** What a connection has asked for, or null before its first request. */
  @Nullable IwarpReadRequests reads(int connection) {
    return reads[connection];
  }

  /** The asking end of a flow's connection, made by its first flow. */
  IwarpReadRequests readsOf(int flow, long lineBps) {
    int connection = program.queuePair(flow);
    IwarpReadRequests own = reads[connection];
    if (own == null) {
      long draw = Rng.key(seed, "control of requests " + connection);
      own =
          new IwarpReadRequests(
              new TcpSender(
                  routes.reverseTuple(flow),
                  settings.ofRequests(),
                  controllers.make(lineBps, draw),
                  Packet.READ_REQUEST),
              settings.reads().orElseThrow());
      reads[connection] = own;
    }
    return own;
  }

  /** The end that requests come to, made by the first packet. */
  TcpReceiver requestReceivers(Packet request) {
    int connection = request.route.queuePair();
    TcpReceiver receiver = requestReceivers[connection];
    if (receiver == null) {
      receiver =
          new TcpReceiver(settings.ofRequests(), routes.forwardTuple(request.flow), request.flow);
      requestReceivers[connection] = receiver;
    }
    return receiver;
  }

  long bytes(int flow) {
    return program.bytes(flow);
  }
}
