package dev.headroom.sim.uet;

import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.sim.delivery.ReceiveBitmap;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end in mode RUD, reliable and unordered: packets are placed as they come, once
 * each. An ACK tells what has arrived, all up to a number and a bitmap of 64 beyond; it is due
 * after a number of bytes, and at once for the first packet, for a marked one and for one that asks
 * for it. What a switch has trimmed is refused.
 */
sealed class RudReceiver extends UetReceiver permits RodReceiver {
  private static final int BITMAP = Long.SIZE;

  private final ReceiveBitmap arrived = new ReceiveBitmap();
  private final int ackBytes;
  private long receivedBytes;
  private int sinceAck;

  /** Packets beyond the first gap. */
  private int outOfOrder;

  /** An ACK that was asked for is to be repeated when the gaps before it have closed. */
  private boolean ackRequestPending;

  RudReceiver(UetSettings settings, FlowTuple back, int flow, CreditPacer.@Nullable Sender credit) {
    super(settings, back, flow, credit);
    ackBytes = settings.acks().bytes();
  }

  @Override
  Answer arrived(UetPacket packet) {
    long sequence = sequence(packet.psn);
    boolean marked = packet.has(Packet.CE);
    sinceAck += packet.bytes;
    placed = !arrived.has(sequence);
    if (!placed) {
      sinceAck = 0;
      return Answer.ACK;
    }
    boolean now = receivedBytes == 0;
    receivedBytes += packet.bytes;
    if (packet.has(Packet.ACK_REQUEST)) {
      now = true;
      ackRequestPending = true;
    }
    long before = arrived.expected();
    arrived.add(sequence);
    if (sequence == before) {
      outOfOrder -= (int) (arrived.expected() - before) - 1;
      if (outOfOrder == 0 && ackRequestPending) {
        now = true;
        ackRequestPending = false;
      }
    } else {
      outOfOrder++;
    }
    if (marked || now || sinceAck >= ackBytes) {
      sinceAck = 0;
      return Answer.ACK;
    }
    return Answer.NOTHING;
  }

  @Override
  boolean has(UetPacket packet) {
    return arrived.has(sequence(packet.psn));
  }

  @Override
  void acknowledge(UetPacket packet) {
    long sequence = sequence(packet.psn);
    boolean exact = packet.has(Packet.CE) || packet.has(Packet.ACK_REQUEST);
    long base =
        exact && placed ? sequence : Math.max(sequence - (BITMAP - 1), arrived.expected() + 1);
    packet.type = Packet.ACK;
    packet.ackedPacket = packet.psn;
    packet.psn = (int) arrived.expected();
    packet.bitmapBase = (int) base;
    packet.bitmap = arrived.bitmap(base);
    packet.receivedBytes = receivedBytes;
    packet.flags &= Packet.CE | UetPacket.REPEATED;
  }

  /** The first packet that has not arrived. */
  final long expected() {
    return arrived.expected();
  }

  final long sequence(int psn) {
    return arrived.expected() + (psn - (int) arrived.expected());
  }
}
