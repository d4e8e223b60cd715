package dev.headroom.sim.uet;

import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;
import org.jspecify.annotations.Nullable;

/**
 * Receiving end in mode ROD, reliable and ordered: an out-of-order packet is dropped and refused,
 * with the number of the packet that is due.
 */
final class RodReceiver extends RudReceiver {
  RodReceiver(UetSettings settings, FlowTuple back, int flow, CreditPacer.@Nullable Sender credit) {
    super(settings, back, flow, credit);
  }

  @Override
  Answer arrived(UetPacket packet) {
    if (sequence(packet.psn) > expected()) {
      placed = false;
      return Answer.OUT_OF_ORDER;
    }
    return super.arrived(packet);
  }

  @Override
  void refuseOutOfOrder(UetPacket packet) {
    packet.type = UetPacket.OUT_OF_ORDER;
    packet.psn = (int) expected();
    packet.flags &= Packet.CE;
  }
}
