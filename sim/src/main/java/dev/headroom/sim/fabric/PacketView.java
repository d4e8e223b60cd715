package dev.headroom.sim.fabric;

import dev.headroom.sim.balance.DataPacket;

/** What is shown of a packet to a class that somebody brought along: that of the call at hand. */
final class PacketView implements DataPacket {
  Packet of = new Packet();

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
