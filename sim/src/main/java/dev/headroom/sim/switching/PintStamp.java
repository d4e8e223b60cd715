package dev.headroom.sim.switching;

import dev.headroom.congestion.Pint;
import dev.headroom.congestion.PintLink;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Stamp with the load of the busiest link on the path: each switch computes the load of the port by
 * which a packet leaves, and raises the packet's value to it (Ben Basat et al., SIGCOMM 2020).
 */
public final class PintStamp extends PacketStamp {
  private final Pint pint;
  private final long baseRttPs;
  private final @Nullable PintLink[] links;

  /**
   * @param ports of the switch
   * @param baseRttPs as the senders have it
   * @param base of the logarithm of the code
   */
  public PintStamp(int ports, long baseRttPs, double base) {
    this.baseRttPs = baseRttPs;
    pint = new Pint(base);
    links = new PintLink[ports];
  }

  @Override
  public void leaves(Packet packet, Port port, long nowPs) {
    double load = link(port).departs(nowPs, port.queuedBytes(), packet.bytes);
    if (packet instanceof InstrumentedPacket own) { // others only add to the load
      own.pint = Math.max(own.pint, pint.encode(load, port.link.draws.code()));
    }
  }

  private PintLink link(Port port) {
    PintLink link = links[port.number()];
    if (link == null) {
      link = new PintLink(port.rateBps(), baseRttPs);
      links[port.number()] = link;
    }
    return link;
  }
}
