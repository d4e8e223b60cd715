package dev.headroom.sim.uet;

import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.UetPacket;

/** Receiving end in mode UUD: it places packets as they come and answers none. */
final class UudReceiver extends UetReceiver {
  UudReceiver(UetSettings settings, FlowTuple back, int flow) {
    super(settings, back, flow, null);
    placed = true;
  }

  @Override
  Answer arrived(UetPacket packet) {
    return Answer.NOTHING;
  }

  /** What was trimmed is lost, and nobody asks for it. */
  @Override
  boolean has(UetPacket packet) {
    return false;
  }

  @Override
  void acknowledge(UetPacket packet) {
    throw new IllegalStateException("mode uud sends no ACKs");
  }
}
