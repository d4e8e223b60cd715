package dev.headroom.sim.switching;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.FalconPacket;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;

/** Stamp with the number of switches passed, which a receiver reads off the TTL. */
public final class HopStamp extends PacketStamp {
  @Override
  public void leaves(Packet packet, Port port, long nowPs) {
    if (packet instanceof FalconPacket falcon) {
      falcon.hops++;
    } else if (packet instanceof InstrumentedPacket own) {
      own.hops++;
    }
  }
}
