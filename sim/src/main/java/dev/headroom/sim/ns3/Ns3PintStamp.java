package dev.headroom.sim.ns3;

import dev.headroom.congestion.Pint;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.LibcRandom;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.switching.PacketStamp;
import org.jspecify.annotations.Nullable;

/**
 * Stamp with the load of the busiest link on the path, as switches of HPCC's simulator compute it.
 */
public final class Ns3PintStamp extends PacketStamp {
  /** {@code rand() % 65536}. */
  private static final int DRAWN = 1 << 16;

  private final Pint pint;
  private final long baseRttPs;
  private final LibcRandom libc;
  private final @Nullable Ns3PintLink[] links;

  public Ns3PintStamp(int ports, long baseRttPs, double base, LibcRandom libc) {
    this.baseRttPs = baseRttPs;
    this.libc = libc;
    pint = new Pint(base);
    links = new Ns3PintLink[ports];
  }

  @Override
  public void leaves(Packet packet, Port port, long nowPs) {
    Ns3PintLink link = link(port);
    link.told(port.link.pauses.lastSentPs(), port.settings.pauses().frameBytes());
    double load = link.departs(nowPs, port.queuedBytes());
    if (packet instanceof InstrumentedPacket own) {
      double draw = (double) (libc.next() % DRAWN) / DRAWN;
      own.pint = Math.max(own.pint, pint.encode(load, draw));
    }
    link.sent(nowPs, packet.bytes);
  }

  @Override
  public void passes(Packet packet, Port port, long nowPs) {
    link(port).sent(nowPs, packet.bytes);
  }

  private Ns3PintLink link(Port port) {
    Ns3PintLink link = links[port.number()];
    if (link == null) {
      link = new Ns3PintLink(port.rateBps(), baseRttPs, libc);
      links[port.number()] = link;
    }
    return link;
  }
}
