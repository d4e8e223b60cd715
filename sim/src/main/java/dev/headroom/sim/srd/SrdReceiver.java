package dev.headroom.sim.srd;

import dev.headroom.sim.delivery.ReceiveBitmap;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.SrdPacket;

/**
 * Receiving end of a connection: packets are placed as they come, once each. Each is acknowledged
 * with its mark, and its ACK covers all up to a number and 64 beyond, so that every path gets its
 * RTT. The format of an ACK is ours.
 */
final class SrdReceiver {
  private static final int BITMAP = Long.SIZE;

  /** The way back to the sender. */
  final FlowTuple reverseTuple;

  private final ReceiveBitmap arrived = new ReceiveBitmap();

  SrdReceiver(FlowTuple back) {
    this.reverseTuple = back;
  }

  /** Takes a packet; returns whether it has not been received before. */
  boolean take(SrdPacket packet) {
    long sequence = sequence(packet);
    if (arrived.has(sequence)) {
      return false;
    }
    arrived.add(sequence);
    return true;
  }

  /** Turns a packet into the ACK that answers it. */
  void acknowledge(SrdPacket packet) {
    long base = Math.max(sequence(packet) - (BITMAP - 1), arrived.expected() + 1);
    packet.type = Packet.ACK;
    packet.flags &= Packet.CE;
    packet.psn = (int) arrived.expected();
    packet.bitmapBase = (int) base;
    packet.bitmap = arrived.bitmap(base);
  }

  private long sequence(SrdPacket packet) {
    return arrived.expected() + (packet.psn - (int) arrived.expected());
  }
}
