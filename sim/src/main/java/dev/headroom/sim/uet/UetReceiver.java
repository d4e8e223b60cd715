package dev.headroom.sim.uet;

import dev.headroom.congestion.CreditPacer;
import dev.headroom.sim.delivery.ArrivedPackets;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.fabric.UetPacket;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a packet delivery context in mode RUD, reliable and unordered: packets are
 * placed as they come, once each. An ACK tells what has arrived, all up to a number and a bitmap of
 * 64 beyond; it is due after a number of bytes, and at once for the first packet, for a marked one
 * and for one that asks for it. What a switch has trimmed is refused.
 */
public final class UetReceiver {
  private static final int BITMAP = Long.SIZE;

  /** The way back to the sender, for answers. */
  public final Route back;

  /** What its port's pacer knows of the sender; null where no credit is granted. */
  public final CreditPacer.@Nullable Sender credit;

  private final UetSettings settings;
  private final ArrivedPackets arrived = new ArrivedPackets();
  private long receivedBytes;
  private int sinceAck;

  /** Packets beyond the first gap. */
  private int outOfOrder;

  /** An ACK that was asked for is to be repeated when the gaps before it have closed. */
  private boolean asked;

  private boolean placed;

  /** The flow that was heard of last: credit is sent in its name. */
  private int flow;

  /**
   * @param flow of the first packet that came
   */
  public UetReceiver(
      UetSettings settings, Route back, int flow, CreditPacer.@Nullable Sender credit) {
    this.flow = flow;
    this.settings = settings;
    this.back = back;
    this.credit = credit;
  }

  /** Takes a packet with its payload; returns whether an ACK is due. */
  public boolean take(UetPacket packet) {
    long sequence = sequence(packet.psn);
    boolean marked = packet.has(Packet.CE);
    flow = packet.flow;
    sinceAck += packet.bytes;
    placed = !arrived.has(sequence);
    if (!placed) {
      sinceAck = 0;
      return true;
    }
    boolean now = receivedBytes == 0;
    receivedBytes += packet.bytes;
    if (packet.has(Packet.ACK_REQUEST)) {
      now = true;
      asked = true;
    }
    long before = arrived.expected();
    arrived.add(sequence);
    if (sequence == before) {
      outOfOrder -= (int) (arrived.expected() - before) - 1;
      if (outOfOrder == 0 && asked) {
        now = true;
        asked = false;
      }
    } else {
      outOfOrder++;
    }
    if (marked || now || sinceAck >= settings.ackBytes()) {
      sinceAck = 0;
      return true;
    }
    return false;
  }

  /** The flow whose packet came last. */
  public int flow() {
    return flow;
  }

  /** Whether the packet just taken had not been received before. */
  public boolean placed() {
    return placed;
  }

  /** Whether a packet without its payload is one that arrived before. */
  public boolean has(UetPacket packet) {
    return arrived.has(sequence(packet.psn));
  }

  /** Turns a packet into the ACK that answers it. */
  public void acknowledge(UetPacket packet) {
    long sequence = sequence(packet.psn);
    boolean exact = packet.has(Packet.CE) || packet.has(Packet.ACK_REQUEST);
    long base =
        exact && placed ? sequence : Math.max(sequence - (BITMAP - 1), arrived.expected() + 1);
    packet.type = Packet.ACK;
    packet.answers = packet.psn;
    packet.psn = (int) arrived.expected();
    packet.bitmapBase = (int) base;
    packet.bitmap = arrived.bitmap(base);
    packet.receivedBytes = receivedBytes;
    packet.flags &= Packet.CE | UetPacket.REPEATED;
  }

  /** Turns a trimmed packet into the NACK that refuses it. */
  public void refuse(UetPacket packet) {
    packet.type = Packet.NAK;
    packet.receivedBytes = receivedBytes;
    packet.flags &= (byte) (Packet.CE | UetPacket.LAST_HOP);
  }

  private long sequence(int psn) {
    return arrived.expected() + (psn - (int) arrived.expected());
  }
}
