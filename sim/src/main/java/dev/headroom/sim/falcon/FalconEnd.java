package dev.headroom.sim.falcon;

import dev.headroom.congestion.FalconSwift;
import dev.headroom.sim.delivery.DeliveringEnd;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.FalconPacket;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.Sender;
import org.jspecify.annotations.Nullable;

/** Falcon at a host: what becomes of its packets and timers. */
final class FalconEnd extends DeliveringEnd<FalconSender> {
  private final FalconConnections connections;

  FalconEnd(Host host, Hosts hosts, FalconConnections connections) {
    super(host, hosts, connections, true);
    this.connections = connections;
  }

  @Override
  public void receive(Packet arrived, long nowPs) {
    FalconPacket packet = (FalconPacket) arrived;
    switch (packet.type) {
      case Packet.DATA -> data(packet, nowPs);
      case Packet.ACK -> acknowledged(packet, nowPs);
      case Packet.READ_REQUEST -> asked(packet, nowPs);
      case Packet.READ_ACK -> heard(packet, nowPs);
      default -> throw new IllegalStateException("unknown packet type " + packet.type);
    }
  }

  private void data(FalconPacket packet, long nowPs) {
    FalconReceiver receiver = connections.receiver(packet);
    int flow = packet.flow;
    int connection = packet.route.queuePair();
    PullRequests requests = connections.requests(connection);
    boolean taken = receiver.take(packet, nowPs);
    if (requests != null) {
      requests.acknowledgedBeside(packet.beside, nowPs);
      if (taken) {
        requests.answered();
      }
    }
    boolean ends = taken && place(packet);
    if (receiver.ackDuePs() <= nowPs) {
      acknowledge(receiver, packet, Packet.ACK, nowPs);
    } else {
      host.home.pool.give(packet);
      await(receiver, connection);
    }
    if (ends) {
      delivered(flow, nowPs);
    }
    if (requests != null) {
      goOn(requests, nowPs);
    }
  }

  private void acknowledge(FalconReceiver receiver, FalconPacket packet, int type, long nowPs) {
    int level = (int) (host.receiveFill(nowPs) * FalconSwift.LEVELS);
    receiver.acknowledge(packet, type, Math.min(level, FalconSwift.LEVELS - 1));
    FalconSettings settings = connections.settings();
    int bytes =
        packet.has(FalconPacket.EXTENDED) ? settings.extendedAckBytes() : settings.framing().ack();
    answer(packet, bytes, settings.ackClass(), nowPs);
  }

  private void await(FalconReceiver receiver, int connection) {
    if (receiver.ackDuePs() < receiver.timerPs) {
      receiver.timerPs = receiver.ackDuePs();
      host.home.events.schedule(receiver.timerPs, EventKind.DELAYED_ACK, connection);
    }
  }

  /** An ACK that nobody asked for may be due. */
  void acknowledge(FalconReceiver receiver, int connection, long nowPs) {
    if (receiver.isDue(nowPs)) {
      acknowledge(receiver, (FalconPacket) fresh(), Packet.ACK, nowPs);
    }
    await(receiver, connection);
  }

  @Override
  public void sent(Sender sender, Packet packet, boolean again, long nowPs) {
    FalconPacket made = (FalconPacket) packet;
    made.sentPs = nowPs;
    made.hops = 0;
    if (sender instanceof PullRequests requests) {
      sender.controller.sent(nowPs, packet.bytes);
      host.tally.readRequests++;
      if (again) {
        connections.repeated(packet.flow);
      }
      made.beside = beside(connections.receiver(sender.queuePair));
      watch(requests);
      return;
    }
    super.sent(sender, packet, again, nowPs);
    made.beside = beside(connections.asked(sender.queuePair));
  }

  private static int beside(@Nullable FalconReceiver other) {
    return other == null ? 0 : other.tellBeside();
  }

  /** An ACK tells how long it stayed, its wait for the transmitter included. */
  @Override
  public void leaving(Packet packet, long nowPs) {
    if (packet.type == Packet.ACK || packet.type == Packet.READ_ACK) {
      FalconPacket ack = (FalconPacket) packet;
      ack.heldPs = nowPs - ack.heldPs;
    }
  }

  private void acknowledged(FalconPacket ack, long nowPs) {
    FalconSender sender = connections.sender(ack.route.queuePair());
    if (sender != null) {
      sender.acknowledged(ack, nowPs);
      host.move(sender, nowPs);
      heard(sender, nowPs);
    }
    host.home.pool.give(ack);
  }

  // --- READ -------------------------------------------------------------------------------------

  @Override
  public void post(int flow, long bytes, long nowPs) {
    if (!connections.isReading()) {
      super.post(flow, bytes, nowPs);
      return;
    }
    PullRequests requests = connections.requestsOf(flow, host.port().rateBps());
    requests.post(flow, bytes);
    host.activate(requests, nowPs);
  }

  /** Somebody reads from here; its ACK, where it asks for one, goes before the data. */
  private void asked(FalconPacket request, long nowPs) {
    FalconReceiver receiver = connections.asked(request);
    int flow = request.flow;
    int payload = request.payload;
    PulledData sender = (PulledData) connections.senderOf(flow, host.port().rateBps());
    sender.acknowledgedBeside(request.beside, nowPs);
    boolean taken = receiver.take(request, nowPs);
    host.tally.duplicates += taken ? 0 : 1;
    if (receiver.ackDuePs() <= nowPs) {
      acknowledge(receiver, request, Packet.READ_ACK, nowPs);
    } else {
      host.home.pool.give(request);
    }
    if (taken) {
      sender.ask(flow, payload);
    }
    host.activate(sender, nowPs);
    watch(sender, nowPs);
    await(receiver, sender);
  }

  /** The timer of the one who sends is that of ACKs of its requests, too. */
  private void await(FalconReceiver receiver, FalconSender sender) {
    if (receiver.ackDuePs() < receiver.timerPs) {
      receiver.timerPs = receiver.ackDuePs();
      host.home.events.schedule(receiver.timerPs, EventKind.RETRY, sender.queuePair);
    }
  }

  @Override
  protected void retry(FalconSender sender, long nowPs) {
    super.retry(sender, nowPs);
    FalconReceiver receiver = connections.asked(sender.queuePair);
    if (receiver != null) {
      if (receiver.isDue(nowPs)) {
        acknowledge(receiver, (FalconPacket) fresh(), Packet.READ_ACK, nowPs);
      }
      await(receiver, sender);
    }
  }

  /** An ACK of requests. */
  private void heard(FalconPacket ack, long nowPs) {
    PullRequests requests = connections.requests(ack.route.queuePair());
    if (requests != null) {
      requests.acknowledged(ack, nowPs);
      host.move(requests, nowPs);
      goOn(requests, nowPs);
    }
    host.home.pool.give(ack);
  }

  private void goOn(PullRequests requests, long nowPs) {
    while (requests.takeCompleted() != null) {
      // That its requests have come completes no flow.
    }
    host.activate(requests, nowPs);
    watch(requests);
  }

  @Override
  protected void delivered(int flow, long nowPs) {
    super.delivered(flow, nowPs);
    PullRequests requests =
        connections.isReading() ? connections.requestsOf(flow, host.port().rateBps()) : null;
    if (requests != null) {
      requests.complete();
      hosts.completed(flow, connections.repeats(flow), 0, host, nowPs);
    }
  }

  /** Requests may have waited long enough. */
  void askAgain(PullRequests requests, long nowPs) {
    if (nowPs >= requests.lookPs) {
      requests.lookPs = Long.MAX_VALUE;
    }
    while (requests.deadlinePs() <= nowPs) {
      int before = requests.timeoutsInARow();
      requests.timeOut(nowPs);
      host.tally.timeouts += requests.timeoutsInARow() - before;
    }
    host.activate(requests, nowPs);
    watch(requests);
  }

  private void watch(PullRequests requests) {
    long deadlinePs = requests.deadlinePs();
    if (deadlinePs < requests.lookPs) {
      requests.lookPs = deadlinePs;
      host.home.events.schedule(deadlinePs, EventKind.RESUME, requests.queuePair);
    }
  }
}
