package dev.headroom.sim.tcp;

import dev.headroom.sim.cpu.CpuCosts;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.host.TransportEndpoint;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.TcpPacket;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Endpoint of TCP at a host: handling of its segments and timers. */
final class TcpEndpoint extends TransportEndpoint {
  private final TcpConnections connections;

  /** What it costs the host; null where it comes free. */
  private final @Nullable KernelStack stack;

  /** An ACK is due for the segments taken so far of some that were merged. */
  private boolean ackPending;

  TcpEndpoint(Host host, HostRegistry hosts, TcpConnections connections, Optional<CpuCosts> costs) {
    super(host, hosts, false);
    this.connections = connections;
    stack = costs.map(own -> new KernelStack(host, this, own)).orElse(null);
  }

  @Override
  public void post(int flow, long bytes, long nowPs) {
    if (connections.isRead()) {
      IwarpReadRequests reads = connections.readsOf(flow, host.port().rateBps());
      reads.post(flow);
      begin(reads.requests, nowPs);
    } else {
      send(flow, bytes, nowPs);
    }
  }

  private void send(int flow, long bytes, long nowPs) {
    TcpSender sender = connections.senderOf(flow, host.port().rateBps(), stack);
    sender.stream.post(flow, bytes);
    begin(sender, nowPs);
  }

  private void begin(TcpSender sender, long nowPs) {
    if (sender.mustOpen()) {
      open(sender, nowPs);
    }
    goOnWriting(sender, nowPs);
    host.activate(sender, nowPs);
  }

  @Override
  public void receive(Packet arrived, long nowPs) {
    TcpPacket packet = (TcpPacket) arrived;
    if (!connections.reactsToEcn()) {
      packet.flags &= ~Packet.CE;
    }
    if (stack == null) {
      take(packet, false, nowPs);
    } else {
      stack.onPacket(packet, coreOf(packet, stack), nowPs);
    }
  }

  private int coreOf(TcpPacket packet, KernelStack own) {
    if (packet.type == Packet.ACK
        || packet.type == TcpPacket.SYN_ACK
        || packet.type == TcpPacket.MPA_REPLY) {
      TcpSender sender = connections.sender(packet.route.queuePair());
      KernelStack.Writing writing = sender == null ? null : sender.writing;
      return writing == null ? 0 : writing.packetCore;
    }
    KernelStack.Reading reading = connections.receiver(packet, own).reading;
    return reading == null ? 0 : reading.packetCore;
  }

  /**
   * Takes a packet.
   *
   * @param more whether others follow that it was merged with: one ACK answers all of them
   */
  void take(TcpPacket packet, boolean more, long nowPs) {
    switch (packet.type) {
      case Packet.DATA -> data(packet, more, nowPs);
      case Packet.ACK -> acknowledged(packet, nowPs);
      case TcpPacket.SYN, TcpPacket.MPA_REQUEST -> {
        opened(packet).fillAnswer(packet);
        offer(packet, nowPs);
      }
      case Packet.READ_REQUEST -> onReadRequest(packet, nowPs);
      case TcpPacket.REQUEST_ACK -> requestAcknowledged(packet, nowPs);
      case TcpPacket.SYN_ACK, TcpPacket.MPA_REPLY -> accepted(packet, nowPs);
      case TcpPacket.HANDSHAKE_ACK -> host.partition.pool.give(packet);
      case TcpPacket.WINDOW_PROBE -> reply(connections.receiver(packet, stack), packet, nowPs);
      default -> throw new IllegalStateException("unknown packet type " + packet.type);
    }
  }

  // --- READ -------------------------------------------------------------------------------------

  /** The end that a connection is opened with. */
  private TcpReceiver opened(TcpPacket packet) {
    return connections.isRead()
        ? connections.requestReceivers(packet)
        : connections.receiver(packet, stack);
  }

  /** A request is acknowledged at once; what it asks for goes behind that. */
  private void onReadRequest(TcpPacket request, long nowPs) {
    TcpReceiver receiver = connections.requestReceivers(request);
    receiver.take(request, nowPs);
    receiver.fillAck(request);
    request.type = TcpPacket.REQUEST_ACK;
    offerAck(request, nowPs);
    for (int flow = receiver.takeDelivered(); flow >= 0; flow = receiver.takeDelivered()) {
      send(flow, connections.bytes(flow), nowPs);
    }
  }

  private void requestAcknowledged(TcpPacket ack, long nowPs) {
    IwarpReadRequests reads = connections.reads(ack.route.queuePair());
    if (reads != null) {
      reads.requests.acknowledged(ack, nowPs);
      forget(reads.requests);
      proceed(reads.requests, nowPs);
    }
    host.partition.pool.give(ack);
  }

  /** Takes off what is known to have got there; who waits for it is told by another. */
  private static void forget(TcpSender sender) {
    while (sender.takeCompleted() != null) {
      // Nothing is done with it.
    }
  }

  /** All of a flow is there that was asked for. */
  private void readCompletely(int flow, int connection, long nowPs) {
    IwarpReadRequests reads = connections.reads(connection);
    if (reads != null) {
      hosts.completed(flow, 0, 0, host, nowPs);
      reads.complete();
      host.activate(reads.requests, nowPs);
    }
  }

  // --- receiving --------------------------------------------------------------------------------

  private void data(TcpPacket packet, boolean more, long nowPs) {
    TcpReceiver receiver = connections.receiver(packet, stack);
    if (receiver.needsAckBefore(packet)) {
      reply(receiver, newPacket(), nowPs);
    }
    long waitedPs = receiver.waitedPs();
    long waited = receiver.waitedSegments();
    ackPending |= receiver.take(packet, nowPs);
    host.hostCounters.payloadDelivered += receiver.deliveredPayload();
    host.hostCounters.waitedPackets += receiver.waitedSegments() - waited;
    host.hostCounters.waitedPs += receiver.waitedPs() - waitedPs;
    if (more) {
      host.partition.pool.give(packet);
      return;
    }
    if (ackPending) {
      ackPending = false;
      reply(receiver, packet, nowPs);
    } else {
      host.partition.pool.give(packet);
      delayAck(receiver);
    }
    if (stack == null || receiver.reading == null) {
      deliver(receiver, nowPs);
    } else if (receiver.unread() > 0) {
      stack.read(receiver.reading, nowPs);
    }
  }

  /** Reports flows that applications have in full; returns whether there were any. */
  private boolean deliver(TcpReceiver receiver, long nowPs) {
    boolean any = false;
    for (int flow = receiver.takeDelivered(); flow >= 0; flow = receiver.takeDelivered()) {
      hosts.delivered(flow, host, nowPs);
      if (connections.isRead()) {
        readCompletely(flow, receiver.reverseTuple.queuePair(), nowPs);
      }
      any = true;
    }
    return any;
  }

  /**
   * An application has read. The end of a flow is acknowledged then, whatever was before.
   *
   * @param tell whether the sender has to hear of the room that made
   */
  void read(TcpReceiver receiver, boolean tell, long nowPs) {
    if (deliver(receiver, nowPs) || tell) {
      reply(receiver, newPacket(), nowPs);
    }
  }

  private void reply(TcpReceiver receiver, TcpPacket packet, long nowPs) {
    receiver.fillAck(packet);
    offerAck(packet, nowPs);
  }

  private void offerAck(TcpPacket packet, long nowPs) {
    host.hostCounters.ackPackets++;
    host.port().offer(packet, nowPs);
  }

  /** Sees to it that an ACK that waits for more segments does not wait for ever. */
  private void delayAck(TcpReceiver receiver) {
    if (!receiver.ackPending && receiver.ackAtPs() != Long.MAX_VALUE) {
      receiver.ackPending = true;
      host.events.schedule(
          receiver.ackAtPs(), EventKind.DELAYED_ACK, receiver.reverseTuple.queuePair());
    }
  }

  /** An ACK may have waited long enough. */
  void acknowledge(TcpReceiver receiver, long nowPs) {
    receiver.ackPending = false;
    if (receiver.ackAtPs() <= nowPs) {
      reply(receiver, newPacket(), nowPs);
    } else {
      delayAck(receiver);
    }
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  public void sent(PacketSender sender, Packet packet, boolean again, long nowPs) {
    TcpSender own = (TcpSender) sender;
    if (own.isReadRequester()) {
      host.hostCounters.readRequests++;
    } else {
      host.hostCounters.dataPackets++;
      host.hostCounters.retransmissions += again ? 1 : 0;
    }
    sender.controller.sent(nowPs, packet.bytes);
    watch(own, nowPs);
  }

  private void open(TcpSender sender, long nowPs) {
    TcpPacket packet = newPacket();
    sender.fillOpening(packet, nowPs);
    offer(packet, nowPs);
    watch(sender, nowPs);
  }

  /** Sends a packet that opens a connection, or is about its window. */
  private void offer(TcpPacket packet, long nowPs) {
    host.hostCounters.openings++;
    host.port().offer(packet, nowPs);
  }

  private void accepted(TcpPacket answer, long nowPs) {
    TcpSender sender = opener(answer.route.queuePair());
    boolean third = answer.type == TcpPacket.SYN_ACK;
    boolean more = sender != null && sender.accepted(answer, nowPs);
    if (sender == null || !third) {
      host.partition.pool.give(answer);
    } else {
      sender.fillHandshakeAck(answer);
      offer(answer, nowPs);
    }
    if (sender != null) {
      if (more) {
        open(sender, nowPs);
      }
      host.activate(sender, nowPs);
    }
  }

  /** The end that opens a connection. */
  private @Nullable TcpSender opener(int connection) {
    if (!connections.isRead()) {
      return connections.sender(connection);
    }
    IwarpReadRequests reads = connections.reads(connection);
    return reads == null ? null : reads.requests;
  }

  private void acknowledged(TcpPacket ack, long nowPs) {
    TcpSender sender = connections.sender(ack.route.queuePair());
    if (sender != null) {
      sender.acknowledged(ack, nowPs);
      if (connections.isRead()) {
        forget(sender);
      } else {
        takeCompletions(sender, nowPs);
      }
      goOnWriting(sender, nowPs);
      proceed(sender, nowPs);
    }
    host.partition.pool.give(ack);
  }

  /** An application has written: there is more to send. */
  void written(TcpSender sender, long nowPs) {
    proceed(sender, nowPs);
  }

  private void goOnWriting(TcpSender sender, long nowPs) {
    KernelStack.Writing writing = sender.writing;
    if (stack != null && writing != null && writing.isDue()) {
      stack.write(writing, nowPs);
    }
  }

  @Override
  protected int held() {
    return stack == null ? 0 : stack.held();
  }

  void worked(int core, long nowPs) {
    if (stack != null) {
      stack.onCoreDone(core, nowPs);
      host.hostCounters.cpuPs = stack.busyPs();
      host.hostCounters.corePs = stack.mostBusyPs();
      host.hostCounters.interrupts = stack.interrupts();
    }
  }

  private void takeCompletions(TcpSender sender, long nowPs) {
    OutgoingStream.Outgoing done = sender.takeCompleted();
    while (done != null) {
      hosts.completed(done.flow, done.repeats(), 0, host, nowPs);
      done = sender.takeCompleted();
    }
  }

  private void proceed(TcpSender sender, long nowPs) {
    if (sender.isWindowClosed()) {
      sender.awaitWindow(nowPs);
    }
    host.activate(sender, nowPs);
    watch(sender, nowPs);
  }

  /** What a sender waits for may not have come in time. */
  void retry(TcpSender sender, long nowPs) {
    if (sender.lookAtPs != nowPs) {
      return; // another event is on its way
    }
    sender.lookAtPs = Long.MAX_VALUE;
    int timeouts = sender.timeouts();
    while (sender.deadlinePs() <= nowPs) {
      switch (sender.expire(nowPs)) {
        case OPENING -> open(sender, nowPs);
        case WINDOW -> {
          TcpPacket packet = newPacket();
          sender.fillWindowProbe(packet);
          offer(packet, nowPs);
        }
        case DATA -> {}
      }
    }
    host.hostCounters.timeouts += sender.timeouts() - timeouts;
    proceed(sender, nowPs);
  }

  /** Sees to it that somebody looks when a deadline has passed. */
  private void watch(TcpSender sender, long nowPs) {
    long atPs = Math.max(nowPs, sender.deadlinePs());
    if (atPs < sender.lookAtPs) {
      sender.lookAtPs = atPs;
      int kind = sender.isReadRequester() ? EventKind.RESUME : EventKind.RETRY;
      host.events.schedule(atPs, kind, sender.queuePair);
    }
  }

  private TcpPacket newPacket() {
    return (TcpPacket) fresh();
  }
}
