package dev.headroom.sim.uet;

import dev.headroom.sim.delivery.ReceiveBitmap;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;

/**
 * Receiving end in mode RUDI: it answers each packet and keeps no state, so that a packet may be
 * placed twice. What is remembered here is for our books alone: which bytes were placed for the
 * first time.
 */
final class RudiReceiver extends UetReceiver {
  private final ReceiveBitmap received = new ReceiveBitmap();

  RudiReceiver(UetSettings settings, FlowTuple back, int flow) {
    super(settings, back, flow, null);
  }

  @Override
  Answer arrived(UetPacket packet) {
    long sequence = received.expected() + (packet.psn - (int) received.expected());
    placed = !received.has(sequence);
    if (placed) {
      received.add(sequence);
    }
    return Answer.ACK;
  }

  @Override
  boolean has(UetPacket packet) {
    return false;
  }

  @Override
  void acknowledge(UetPacket packet) {
    packet.type = Packet.ACK;
    packet.ackedPacket = packet.psn;
    packet.flags &= Packet.CE | UetPacket.REPEATED;
  }
}
