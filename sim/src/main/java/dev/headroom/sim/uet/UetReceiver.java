package dev.headroom.sim.uet;

import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;
import org.jspecify.annotations.Nullable;

/** Receiving end of a packet delivery context: placement of packets, and answers. */
abstract sealed class UetReceiver permits RudReceiver, RudiReceiver, UudReceiver {
  /** What a packet calls for. */
  enum Answer {
    NOTHING,
    ACK,
    /** It came before its turn. */
    OUT_OF_ORDER
  }

  /** The way back to the sender, for answers. */
  final FlowTuple reverseTuple;

  /** What its port's pacer knows of the sender; null where no credit is granted. */
  final CreditPacer.@Nullable Sender credit;

  final UetSettings settings;

  /** Whether the packet just taken had not been received before. */
  boolean placed;

  /** The flow that was heard of last: credit is sent in its name. */
  private int flow;

  /**
   * @param flow of the first packet that came
   */
  UetReceiver(UetSettings settings, FlowTuple back, int flow, CreditPacer.@Nullable Sender credit) {
    this.flow = flow;
    this.settings = settings;
    this.reverseTuple = back;
    this.credit = credit;
  }

  /** That of the mode that is set. */
  static UetReceiver of(
      UetSettings settings, FlowTuple back, int flow, CreditPacer.@Nullable Sender credit) {
    return switch (settings.delivery()) {
      case RUD -> new RudReceiver(settings, back, flow, credit);
      case ROD -> new RodReceiver(settings, back, flow, credit);
      case RUDI -> new RudiReceiver(settings, back, flow);
      case UUD -> new UudReceiver(settings, back, flow);
    };
  }

  /** Takes a packet with its payload. */
  final Answer take(UetPacket packet) {
    flow = packet.flow;
    return arrived(packet);
  }

  abstract Answer arrived(UetPacket packet);

  /** Whether a packet without its payload is known to be one that arrived before. */
  abstract boolean has(UetPacket packet);

  /** Turns a packet into the ACK that answers it. */
  abstract void acknowledge(UetPacket packet);

  /** Turns a packet that came before its turn into the NACK that names the one that is due. */
  void refuseOutOfOrder(UetPacket packet) {
    throw new IllegalStateException("this delivery mode has no packet order");
  }

  /** Turns a trimmed packet into the NACK that refuses it. */
  void turnIntoNack(UetPacket packet) {
    packet.type = Packet.NAK;
    packet.flags &= (byte) (Packet.CE | UetPacket.REPEATED | UetPacket.LAST_HOP);
  }

  /** The flow whose packet came last. */
  final int flow() {
    return flow;
  }

  /** Whether the packet just taken had not been received before. */
  final boolean placed() {
    return placed;
  }
}
