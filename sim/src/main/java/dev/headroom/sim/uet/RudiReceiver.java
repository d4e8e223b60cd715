package dev.headroom.sim.uet;

import dev.headroom.sim.delivery.ArrivedPackets;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.Route;
import dev.headroom.sim.packet.UetPacket;

/**
 * Receiving end in mode RUDI: it answers each packet and keeps no state, so that a packet may be
 * placed twice. What is remembered here is for our books alone: which bytes were placed for the
 * first time.
 */
final class RudiReceiver extends UetReceiver {
  private final ArrivedPackets books = new ArrivedPackets();

  RudiReceiver(UetSettings settings, Route back, int flow) {
    super(settings, back, flow, null);
  }

  @Override
  Answer arrived(UetPacket packet) {
    long sequence = books.expected() + (packet.psn - (int) books.expected());
    placed = !books.has(sequence);
    if (placed) {
      books.add(sequence);
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
    packet.answers = packet.psn;
    packet.flags &= Packet.CE | UetPacket.REPEATED;
  }
}
