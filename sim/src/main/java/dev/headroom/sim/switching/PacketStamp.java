package dev.headroom.sim.switching;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;

/** Change that a switch makes to data packets that leave it, for congestion control. */
public abstract class PacketStamp {
  /** What a packet tells of a port that it leaves by. */
  public abstract void leaves(Packet packet, Port port, long nowPs);

  /** A packet that is told nothing leaves: an answer. */
  public void passes(Packet packet, Port port, long nowPs) {}
}
