package dev.headroom.sim.falcon;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.packet.FalconPacket;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint of Falcon at a host where data is read: handling of pull requests and their answers.
 * Each packet says which of those that go the other way have come (Falcon 0.9, section 9.1.6).
 */
final class FalconPullEndpoint extends FalconEndpoint {
  private final FalconPullConnections connections;

  FalconPullEndpoint(Host host, HostRegistry hosts, FalconPullConnections connections) {
    super(host, hosts, connections);
    this.connections = connections;
  }

  @Override
  public void receive(Packet arrived, long nowPs) {
    FalconPacket packet = (FalconPacket) arrived;
    switch (packet.type) {
      case Packet.READ_REQUEST -> onRequest(packet, nowPs);
      case Packet.READ_ACK -> onFeedback(packet, nowPs);
      default -> super.receive(packet, nowPs);
    }
  }

  // --- the end that reads -----------------------------------------------------------------------

  @Override
  public void post(int flow, long bytes, long nowPs) {
    PullRequestSender requests = connections.requestsOf(flow, host.port().rateBps());
    requests.post(flow, bytes);
    host.activate(requests, nowPs);
  }

  @Override
  void data(FalconPacket packet, long nowPs) {
    PullRequestSender requests = connections.requestsOf(packet.flow, host.port().rateBps());
    requests.onPiggybackedAck(packet.piggybackedAck, nowPs);
    super.data(packet, nowPs);
    goOn(requests, nowPs);
  }

  @Override
  boolean takeNew(FalconPacket packet) {
    connections.requestsOf(packet.flow, host.port().rateBps()).onData();
    return super.takeNew(packet);
  }

  @Override
  public void sent(PacketSender sender, Packet packet, boolean again, long nowPs) {
    FalconPacket made = (FalconPacket) packet;
    if (sender instanceof PullRequestSender requests) {
      stamp(made, nowPs);
      sender.controller.sent(nowPs, packet.bytes);
      host.hostCounters.readRequests++;
      if (again) {
        connections.repeated(packet.flow);
      }
      made.piggybackedAck = piggybackedAck(connections.receiver(sender.queuePair));
      watch(requests, EventKind.RESUME, nowPs);
    } else {
      super.sent(sender, packet, again, nowPs);
      made.piggybackedAck = piggybackedAck(connections.requestReceivers(sender.queuePair));
    }
  }

  private static int piggybackedAck(@Nullable FalconReceiver other) {
    return other == null ? 0 : other.takePiggybackedAck();
  }

  /** An ACK of requests. */
  private void onFeedback(FalconPacket ack, long nowPs) {
    PullRequestSender requests = connections.requests(ack.route.queuePair());
    if (requests != null) {
      requests.acknowledged(ack, nowPs);
      host.move(requests, nowPs);
      goOn(requests, nowPs);
    }
    host.partition.pool.give(ack);
  }

  private void goOn(PullRequestSender requests, long nowPs) {
    while (requests.takeCompleted() != null) {
      // That its requests have come completes no flow.
    }
    host.activate(requests, nowPs);
    watch(requests, EventKind.RESUME, nowPs);
  }

  @Override
  protected void delivered(int flow, long nowPs) {
    super.delivered(flow, nowPs);
    connections.requestsOf(flow, host.port().rateBps()).complete();
    hosts.completed(flow, connections.repeats(flow), 0, host, nowPs);
  }

  /** Requests may have waited long enough. */
  void retryRequests(PullRequestSender requests, long nowPs) {
    retry(requests, EventKind.RESUME, nowPs);
  }

  // --- the end that is read from ----------------------------------------------------------------

  /** Somebody reads from here; its ACK, where it asks for one, goes before the data. */
  private void onRequest(FalconPacket request, long nowPs) {
    FalconReceiver receiver = connections.requestReceivers(request);
    int flow = request.flow;
    int payload = request.payload;
    PullDataSender sender = (PullDataSender) connections.senderOf(flow, host.port().rateBps());
    sender.onPiggybackedAck(request.piggybackedAck, nowPs);
    boolean taken = receiver.take(request, nowPs);
    host.hostCounters.duplicates += taken ? 0 : 1;
    if (receiver.ackDuePs() <= nowPs) {
      acknowledge(receiver, request, Packet.READ_ACK, nowPs);
    } else {
      host.partition.pool.give(request);
    }
    if (taken) {
      sender.addRequest(flow, payload);
    }
    host.activate(sender, nowPs);
    watch(sender, nowPs);
    await(receiver, EventKind.RETRY, sender.queuePair);
  }

  /** The timer of the one who sends is that of ACKs of its requests, too. */
  @Override
  protected void retry(FalconSender sender, long nowPs) {
    super.retry(sender, nowPs);
    FalconReceiver receiver = connections.requestReceivers(sender.queuePair);
    if (receiver != null) {
      if (receiver.isDue(nowPs)) {
        acknowledge(receiver, (FalconPacket) fresh(), Packet.READ_ACK, nowPs);
      }
      await(receiver, EventKind.RETRY, sender.queuePair);
    }
  }
}
