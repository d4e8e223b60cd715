package dev.headroom.sim.delivery;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.host.TransportEndpoint;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.Packet;
import java.util.Objects;

/** Endpoint of the senders of one host: handling of flows, completions and timers. */
public abstract class PacketDeliveryEndpoint<S extends PacketDeliverySender>
    extends TransportEndpoint {
  private final PacketDeliveryConnections<S> connections;

  /** When this host last sent a packet of a connection. */
  private long lastSentPs;

  /**
   * @param watchesWire whether it asks to see {@linkplain #leaving packets leave}
   */
  protected PacketDeliveryEndpoint(
      Host host,
      HostRegistry hosts,
      PacketDeliveryConnections<S> connections,
      boolean watchesWire) {
    super(host, hosts, watchesWire);
    this.connections = connections;
  }

  @Override
  public void post(int flow, long bytes, long nowPs) {
    ReadRequestSettings reads = connections.reads();
    if (reads == null) {
      send(flow, bytes, nowPs);
      return;
    }
    ReadRequests requests = connections.requestsOf(flow, reads, host.port().rateBps());
    requests.post(flow, bytes);
    host.activate(requests, nowPs);
  }

  private void send(int flow, long bytes, long nowPs) {
    S sender = connections.senderOf(flow, host.port().rateBps());
    sender.post(flow, bytes);
    host.activate(sender, nowPs);
    watch(sender, nowPs); // it may have to ask for credit first
  }

  @Override
  public void sent(PacketSender sender, Packet packet, boolean again, long nowPs) {
    lastSentPs = nowPs;
    sender.controller.sent(nowPs, packet.bytes);
    if (sender instanceof ReadRequests requests) {
      host.hostCounters.readRequests++;
      watch(requests);
      return;
    }
    host.hostCounters.dataPackets++;
    host.hostCounters.retransmissions += again ? 1 : 0;
    watch((PacketDeliverySender) sender, nowPs);
  }

  /** A sender has heard of its receiver: it may be done with flows, or able to send. */
  protected final void onFeedback(S sender, long nowPs) {
    if (!sender.failure().isEmpty()) {
      return; // an answer that comes too late
    }
    PostedFlows.Posted done = sender.takeCompleted();
    while (done != null) {
      if (!connections.isReading()) { // else who has asked for it knows first
        hosts.completed(done.flow, done.repeats(), 0, host, nowPs);
      }
      done = sender.takeCompleted();
    }
    host.activate(sender, nowPs);
    watch(sender, nowPs);
  }

  /** A packet of a flow has been placed for the first time; returns whether it was the last. */
  protected final boolean place(Packet packet) {
    host.hostCounters.payloadDelivered += packet.payload;
    boolean last = connections.place(packet.flow);
    if (connections.reads() != null && connections.hasBegun(packet.flow)) {
      connections.requestsOf(packet.flow).taken(packet.flow);
    }
    return last;
  }

  /** All of a flow has been placed. */
  protected void delivered(int flow, long nowPs) {
    hosts.delivered(flow, host, nowPs);
    if (connections.reads() != null) {
      ReadRequests requests = connections.requestsOf(flow);
      hosts.completed(flow, requests.complete(flow), 0, host, nowPs);
      host.activate(requests, nowPs);
    }
  }

  // --- READ -------------------------------------------------------------------------------------

  /** Takes a packet that asks for data, or says that such a request has come. */
  protected final void receiveOfReads(Packet packet, long nowPs) {
    switch (packet.type) {
      case Packet.READ_REQUEST -> onRequest(packet, nowPs);
      case Packet.READ_ACK -> {
        connections.requestsOf(packet.flow).taken(packet.flow);
        host.partition.pool.give(packet);
      }
      default -> throw new IllegalStateException("unknown packet type " + packet.type);
    }
  }

  /** Its ACK goes before the data. */
  private void onRequest(Packet request, long nowPs) {
    ReadRequestSettings reads = Objects.requireNonNull(connections.reads());
    int flow = request.flow;
    ReadRequestReceiver requests = connections.requestReceiver(flow, reads);
    ReadRequestReceiver.Fate fate = requests.take(request);
    if (fate == ReadRequestReceiver.Fate.TOO_EARLY) {
      host.partition.pool.give(request);
      return;
    }
    host.hostCounters.duplicates += fate == ReadRequestReceiver.Fate.AGAIN ? 1 : 0;
    request.type = Packet.READ_ACK;
    request.flags = 0;
    request.follow(requests.dataTuple);
    MessageSettings terms = reads.messageSettings();
    answer(request, terms.framing().ack(), terms.ackClass(), nowPs);
    if (fate == ReadRequestReceiver.Fate.NEW) {
      send(flow, connections.bytes(flow), nowPs);
    }
  }

  /** Requests may have waited long enough. */
  final void retryRequests(ReadRequests requests, long nowPs) {
    if (nowPs >= requests.timerPs) {
      requests.timerPs = Long.MAX_VALUE;
    }
    requests.hostSentPs = lastSentPs;
    if (requests.deadlinePs() <= nowPs) {
      host.hostCounters.timeouts += requests.timeOut(nowPs);
      host.activate(requests, nowPs);
    }
    watch(requests);
  }

  private void watch(ReadRequests requests) {
    requests.hostSentPs = lastSentPs;
    long deadlinePs = requests.deadlinePs();
    if (deadlinePs < requests.timerPs) {
      requests.timerPs = deadlinePs;
      host.events.schedule(deadlinePs, EventKind.RESUME, requests.queuePair);
    }
  }

  // --- sending ----------------------------------------------------------------------------------

  /** Sends what a packet has been turned into back to where it came from. */
  protected final void answer(Packet packet, int frameBytes, int priority, long nowPs) {
    packet.payload = 0;
    packet.priority = (byte) priority;
    packet.bytes = (short) frameBytes;
    host.hostCounters.ackPackets++;
    host.port().offer(packet, nowPs);
  }

  /** The deadline of a sender may have passed. */
  protected void retry(S sender, long nowPs) {
    retry(sender, EventKind.RETRY, nowPs);
  }

  /**
   * The same of any that has packets of its own.
   *
   * @param kind of the event that has come, and of the next one
   */
  protected final void retry(PacketDeliverySender sender, int kind, long nowPs) {
    if (nowPs >= sender.timerPs) {
      sender.timerPs = Long.MAX_VALUE;
    }
    sender.hostSentPs = lastSentPs;
    while (sender.deadlinePs() <= nowPs) {
      int before = sender.timeoutsInARow();
      sender.timeOut(nowPs);
      host.hostCounters.timeouts +=
          sender.timeoutsInARow() - before; // none where it only asks for credit
    }
    host.activate(sender, nowPs);
    watch(sender, kind, nowPs);
  }

  /** Sees to it that somebody looks when a deadline has passed. */
  protected final void watch(PacketDeliverySender sender, long nowPs) {
    watch(sender, EventKind.RETRY, nowPs);
  }

  /**
   * The same.
   *
   * @param kind of the event that comes then
   */
  protected final void watch(PacketDeliverySender sender, int kind, long nowPs) {
    sender.hostSentPs = lastSentPs;
    long deadlinePs = sender.deadlinePs();
    if (deadlinePs < sender.timerPs) {
      sender.timerPs = Math.max(nowPs, deadlinePs);
      host.events.schedule(sender.timerPs, kind, sender.queuePair);
    }
  }
}
