package dev.headroom.sim.fabric;

/** The count of switches passed, which a receiver reads off the TTL. */
final class HopStamp extends Stamp {
  @Override
  void leaves(InstrumentedPacket packet, Port port, long nowPs) {
    packet.hops++;
  }
}
