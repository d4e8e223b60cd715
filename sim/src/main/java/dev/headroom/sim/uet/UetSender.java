package dev.headroom.sim.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.delivery.PacketDeliverySender;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;

/**
 * Sending end of a packet delivery context: packets with an entropy value each, and so a path each.
 * Every flow is one message. What is done about lost packets is the mode's business.
 */
abstract sealed class UetSender extends PacketDeliverySender permits ReliableSender, UudSender {
  final UetSettings settings;
  final EntropySource entropy;

  /**
   * @param key of the stream of random numbers for its entropy values
   */
  UetSender(FlowTuple route, UetSettings settings, Controller controller, long key) {
    super(route, controller, settings.messageSettings());
    this.settings = settings;
    entropy = settings.entropy(key);
  }

  /** That of the mode that is set. */
  static UetSender of(FlowTuple route, UetSettings settings, Controller controller, long key) {
    return switch (settings.delivery()) {
      case RUD -> new RudSender(route, settings, controller, key);
      case ROD -> new RodSender(route, settings, controller, key);
      case RUDI -> new RudiSender(route, settings, controller, key);
      case UUD -> new UudSender(route, settings, controller, key);
    };
  }

  /** Gives a data packet its class and way. */
  final void address(UetPacket packet, int value) {
    packet.type = Packet.DATA;
    packet.priority = (byte) messageSettings.dataClass();
    packet.creditBytes = 0;
    packet.follow(route(), value);
  }
}
