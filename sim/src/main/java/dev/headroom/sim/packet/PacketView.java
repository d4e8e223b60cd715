package dev.headroom.sim.packet;

import dev.headroom.sim.plugin.DataPacket;

/** View of a packet for a plugin class: that of the current call. */
public final class PacketView implements DataPacket {
  public Packet of = new Packet();

  @Override
  public int source() {
    return of.route.source();
  }

  @Override
  public int destination() {
    return of.destination;
  }

  @Override
  public int flowHash() {
    return of.entropy;
  }

  @Override
  public int bytes() {
    return of.bytes;
  }

  @Override
  public int priority() {
    return of.priority;
  }
}
