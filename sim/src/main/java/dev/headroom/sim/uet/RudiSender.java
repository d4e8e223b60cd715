package dev.headroom.sim.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.UetPacket;

/**
 * Sending end in mode RUDI, reliable and unordered for idempotent operations (Ultra Ethernet
 * specification 1.0, packet delivery sublayer): each packet has a number of its own and is answered
 * by itself, since the receiver keeps no state between packets.
 */
final class RudiSender extends ReliableSender {
  RudiSender(FlowTuple route, UetSettings settings, Controller controller, long key) {
    super(route, settings, controller, key);
  }

  @Override
  void acknowledged(UetPacket ack, long nowPs) {
    onReceived();
    long sequence = sequence(ack.ackedPacket);
    boolean news = sent.isInFlight(sequence) || sent.isMissing(sequence);
    if (!news) {
      return;
    }
    long rttPs = roundTrip(ack, nowPs);
    int bytes = sent.bytes(sequence);
    arrivedBytes(bytes);
    arrived(sequence);
    sent.forgetArrived();
    reportAck(bytes, ack, rttPs, nowPs);
  }
}
