package dev.headroom.sim.fabric;

/** The count of switches passed, which a receiver reads off the TTL. */
public final class HopStamp extends Stamp {
  @Override
  public void leaves(Packet packet, Port port, long nowPs) {
    if (packet instanceof FalconPacket falcon) {
      falcon.hops++;
    } else if (packet instanceof InstrumentedPacket own) {
      own.hops++;
    }
  }
}
