package dev.headroom.sim.srd;

import dev.headroom.sim.delivery.PacketDeliveryEndpoint;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.SrdPacket;

/** Endpoint of SRD at a host: handling of its packets. */
final class SrdEndpoint extends PacketDeliveryEndpoint<SrdSender> {
  private final SrdConnections connections;
  private final int ackFrame;
  private final int ackClass;

  SrdEndpoint(Host host, HostRegistry hosts, SrdConnections connections) {
    super(host, hosts, connections, false);
    this.connections = connections;
    MessageSettings terms = connections.settings().messageSettings();
    ackFrame = terms.framing().ack();
    ackClass = terms.ackClass();
  }

  @Override
  public void receive(Packet arrived, long nowPs) {
    SrdPacket packet = (SrdPacket) arrived;
    switch (packet.type) {
      case Packet.DATA -> data(packet, nowPs);
      case Packet.ACK -> acknowledged(packet, nowPs);
      default -> receiveOfReads(packet, nowPs);
    }
  }

  /** Its ACK goes back the way that the packet came. */
  private void data(SrdPacket packet, long nowPs) {
    SrdReceiver receiver = connections.receiver(packet);
    int flow = packet.flow;
    boolean ends = receiver.take(packet) && place(packet);
    receiver.acknowledge(packet);
    packet.follow(receiver.reverseTuple, packet.way);
    answer(packet, ackFrame, ackClass, nowPs);
    if (ends) {
      delivered(flow, nowPs);
    }
  }

  private void acknowledged(SrdPacket ack, long nowPs) {
    SrdSender sender = connections.sender(ack.route.queuePair());
    if (sender != null) {
      sender.acknowledged(ack, nowPs);
      host.move(sender, nowPs);
      onFeedback(sender, nowPs);
    }
    host.partition.pool.give(ack);
  }
}
