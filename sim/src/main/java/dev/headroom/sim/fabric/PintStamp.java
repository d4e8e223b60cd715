package dev.headroom.sim.fabric;

import dev.headroom.congestion.Pint;
import dev.headroom.congestion.PintLink;
import dev.headroom.sim.kernel.LibcRandom;
import org.jspecify.annotations.Nullable;

/**
 * The load of the busiest link on the way: each switch works out that of the port a packet leaves
 * by, and raises what the packet carries to it (Ben Basat et al., SIGCOMM 2020).
 */
final class PintStamp extends Stamp {
  /** {@code rand() % 65536}. */
  private static final int DRAWN = 1 << 16;

  private final Pint pint;
  private final long baseRttPs;
  private final @Nullable PintLink[] links;
  private final @Nullable Ns3PintLink[] asNs3;

  PintStamp(int ports, long baseRttPs, double base) {
    this.baseRttPs = baseRttPs;
    pint = new Pint(base);
    links = new PintLink[ports];
    asNs3 = new Ns3PintLink[ports];
  }

  @Override
  void leaves(Packet packet, Port port, long nowPs) {
    LibcRandom libc = port.home.libc;
    if (libc != null) {
      leaves(packet, port, nowPs, libc);
      return;
    }
    double load = link(port).departs(nowPs, port.queuedBytes(), packet.bytes);
    if (packet instanceof InstrumentedPacket own) { // others only add to the load
      own.pint = Math.max(own.pint, pint.encode(load, port.link.draws.code()));
    }
  }

  @Override
  void passes(Packet packet, Port port, long nowPs) {
    LibcRandom libc = port.home.libc;
    if (libc != null) {
      link(port, libc).sent(nowPs, packet.bytes);
    }
  }

  private void leaves(Packet packet, Port port, long nowPs, LibcRandom libc) {
    Ns3PintLink link = link(port, libc);
    PfcInitiator pauses = port.link.pfcOut;
    link.told(pauses.lastSentPs(), port.settings.pauses().frameBytes());
    double load = link.departs(nowPs, port.queuedBytes());
    if (packet instanceof InstrumentedPacket own) {
      double draw = (double) (libc.next() % DRAWN) / DRAWN;
      own.pint = Math.max(own.pint, pint.encode(load, draw));
    }
    link.sent(nowPs, packet.bytes);
  }

  private Ns3PintLink link(Port port, LibcRandom libc) {
    Ns3PintLink link = asNs3[port.number()];
    if (link == null) {
      link = new Ns3PintLink(port.rateBps(), baseRttPs, libc);
      asNs3[port.number()] = link;
    }
    return link;
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
