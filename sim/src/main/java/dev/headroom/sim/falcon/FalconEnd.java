package dev.headroom.sim.falcon;

import dev.headroom.congestion.FalconSwift;
import dev.headroom.sim.delivery.DeliveringEnd;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.FalconPacket;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.Sender;

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
      default -> throw new IllegalStateException("unknown packet type " + packet.type);
    }
  }

  private void data(FalconPacket packet, long nowPs) {
    FalconReceiver receiver = connections.receiver(packet);
    int flow = packet.flow;
    int connection = packet.route.queuePair();
    boolean ends = receiver.take(packet, nowPs) && place(packet);
    if (receiver.ackDuePs() <= nowPs) {
      acknowledge(receiver, packet, nowPs);
    } else {
      host.home.pool.give(packet);
      await(receiver, connection);
    }
    if (ends) {
      delivered(flow, nowPs);
    }
  }

  private void acknowledge(FalconReceiver receiver, FalconPacket packet, long nowPs) {
    int level = (int) (host.receiveFill(nowPs) * FalconSwift.LEVELS);
    receiver.acknowledge(packet, Math.min(level, FalconSwift.LEVELS - 1));
    FalconSettings settings = connections.settings();
    int bytes =
        packet.has(FalconPacket.EXTENDED) ? settings.extendedAckBytes() : settings.framing().ack();
    answer(packet, bytes, settings.ackClass(), nowPs);
  }

  private void await(FalconReceiver receiver, int connection) {
    if (!receiver.timerPending) {
      receiver.timerPending = true;
      host.home.events.schedule(receiver.ackDuePs(), EventKind.DELAYED_ACK, connection);
    }
  }

  /** An ACK that nobody asked for may be due. */
  void acknowledge(FalconReceiver receiver, int connection, long nowPs) {
    receiver.timerPending = false;
    if (receiver.ackDuePs() <= nowPs) {
      acknowledge(receiver, (FalconPacket) fresh(), nowPs);
    } else if (receiver.ackDuePs() != Long.MAX_VALUE) {
      await(receiver, connection);
    }
  }

  @Override
  public void sent(Sender sender, Packet packet, boolean again, long nowPs) {
    super.sent(sender, packet, again, nowPs);
    FalconPacket data = (FalconPacket) packet;
    data.sentPs = nowPs;
    data.hops = 0;
  }

  /** An ACK tells how long it stayed, its wait for the transmitter included. */
  @Override
  public void leaving(Packet packet, long nowPs) {
    if (packet.type == Packet.ACK) {
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
}
