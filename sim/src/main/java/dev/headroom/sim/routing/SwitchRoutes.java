package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Routing table of a switch: for each destination group the ports on shortest paths, of which its
 * {@link NextHopSelector} takes one. Hosts of one access switch are one group; the last hop looks
 * at the host.
 */
public final class SwitchRoutes {
  /** The own group of a switch on which no hosts hang. */
  static final int NO_GROUP = -1;

  /** No routes yet. */
  public static final SwitchRoutes NOWHERE =
      new SwitchRoutes(
          NO_GROUP, new Port[0][], new Port[0], NextHopSelector.of(EcmpHash.mixed(0)), null);

  private final int ownGroup;
  private final Port[][] hopsOfGroup;
  private final @Nullable Port[] toHost;
  private final EcmpHash hash;
  private final @Nullable NextHopChoice choice;
  private final @Nullable LinearForwardingTable table;

  /**
   * @param ownGroup the group of the hosts that hang on this switch
   * @param hopsOfGroup next hops by destination group, empty where there is no route; equal lists
   *     are best shared
   * @param toHost the port of its access switch that leads to a host
   * @param selector picks among several
   * @param table picks in the place of the hash, where packets are forwarded by LID
   */
  SwitchRoutes(
      int ownGroup,
      Port[][] hopsOfGroup,
      @Nullable Port[] toHost,
      NextHopSelector selector,
      @Nullable LinearForwardingTable table) {
    this.ownGroup = ownGroup;
    this.hopsOfGroup = hopsOfGroup;
    this.toHost = toHost;
    hash = selector.hash();
    choice = selector.choice();
    this.table = table;
  }

  /** Whether the hosts of a group hang on this switch. */
  public boolean isOwn(int group) {
    return group == ownGroup;
  }

  /** Whether this is the switch that the packet's destination hangs on. */
  public boolean isLast(Packet packet) {
    return packet.group == ownGroup;
  }

  /** The way of a packet that is here now. */
  public @Nullable Port next(Packet packet, long nowPs) {
    if (packet.group == ownGroup) {
      return toHost[packet.destination];
    }
    Port[] hops = hopsOfGroup[packet.group];
    if (hops.length == 1) {
      return hops[0];
    }
    if (hops.length == 0) {
      return null;
    }
    NextHopChoice other = choice;
    return other == null || (packet.type != Packet.DATA && !(packet instanceof Cell))
        ? fixed(packet, hops)
        : other.choose(packet, hops, nowPs);
  }

  /** The same way for all packets of a queue pair. */
  private Port fixed(Packet packet, Port[] hops) {
    LinearForwardingTable byLid = table;
    return hops[byLid == null ? hash.choose(packet, hops.length) : byLid.choose(packet)];
  }

  /** The way that the hash or the table alone would choose; nothing is changed by asking. */
  public @Nullable Port byHash(Packet packet) {
    if (packet.group == ownGroup) {
      return toHost[packet.destination];
    }
    Port[] hops = hopsOfGroup[packet.group];
    return hops.length == 0 ? null : fixed(packet, hops);
  }

  /** All ports that packets of a route may leave by; none where there is no way. */
  public Port[] nextHops(FlowTuple route) {
    if (route.group() != ownGroup) {
      return hopsOfGroup[route.group()];
    }
    Port last = toHost[route.destination()];
    return last == null ? new Port[0] : new Port[] {last};
  }

  /** The next hops towards a group; none where its hosts hang on this switch. */
  public Port[] hops(int group) {
    return hopsOfGroup[group];
  }
}
