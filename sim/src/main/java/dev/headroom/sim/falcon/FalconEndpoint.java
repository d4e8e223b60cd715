package dev.headroom.sim.falcon;

import dev.headroom.congestion.roce.FalconSwift;
import dev.headroom.sim.delivery.PacketDeliveryEndpoint;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.packet.FalconPacket;
import dev.headroom.sim.packet.Packet;

/** Endpoint of Falcon at a host: handling of its packets and timers. */
class FalconEndpoint extends PacketDeliveryEndpoint<FalconSender> {
  private final FalconConnections connections;
  private final int ackFrame;
  private final int extendedFrame;
  private final int ackClass;

  FalconEndpoint(Host host, HostRegistry hosts, FalconConnections connections) {
    super(host, hosts, connections, true);
    this.connections = connections;
    FalconSettings settings = connections.settings();
    ackFrame = settings.messageSettings().framing().ack();
    extendedFrame = settings.extendedAckFrame();
    ackClass = settings.messageSettings().ackClass();
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

  void data(FalconPacket packet, long nowPs) {
    FalconReceiver receiver = connections.receiver(packet);
    int flow = packet.flow;
    int connection = packet.route.queuePair();
    boolean ends = receiver.take(packet, nowPs) && takeNew(packet);
    if (receiver.ackDuePs() <= nowPs) {
      acknowledge(receiver, packet, Packet.ACK, nowPs);
    } else {
      host.partition.pool.give(packet);
      await(receiver, EventKind.DELAYED_ACK, connection);
    }
    if (ends) {
      delivered(flow, nowPs);
    }
  }

  /** A packet has come for the first time; returns whether its flow is all there. */
  boolean takeNew(FalconPacket packet) {
    return place(packet);
  }

  /**
   * Sends an ACK.
   *
   * @param packet what becomes of it
   */
  final void acknowledge(FalconReceiver receiver, FalconPacket packet, int type, long nowPs) {
    int level = (int) (host.receiveFill(nowPs) * FalconSwift.LEVELS);
    receiver.acknowledge(packet, type, Math.min(level, FalconSwift.LEVELS - 1));
    answer(packet, packet.has(FalconPacket.EXTENDED) ? extendedFrame : ackFrame, ackClass, nowPs);
  }

  /**
   * Sees to it that somebody looks when an ACK is due.
   *
   * @param kind of the event that comes then
   */
  final void await(FalconReceiver receiver, int kind, int connection) {
    if (receiver.ackDuePs() < receiver.timerPs) {
      receiver.timerPs = receiver.ackDuePs();
      host.events.schedule(receiver.timerPs, kind, connection);
    }
  }

  /** An ACK that nobody asked for may be due. */
  final void acknowledge(FalconReceiver receiver, int connection, long nowPs) {
    if (receiver.isDue(nowPs)) {
      acknowledge(receiver, (FalconPacket) fresh(), Packet.ACK, nowPs);
    }
    await(receiver, EventKind.DELAYED_ACK, connection);
  }

  @Override
  public void sent(PacketSender sender, Packet packet, boolean again, long nowPs) {
    super.sent(sender, packet, again, nowPs);
    stamp((FalconPacket) packet, nowPs);
  }

  static void stamp(FalconPacket packet, long nowPs) {
    packet.sentPs = nowPs;
    packet.hops = 0;
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
      onFeedback(sender, nowPs);
    }
    host.partition.pool.give(ack);
  }
}
