package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/**
 * Where a switch sends packets: for each destination group the ports on shortest paths, of which ECMP
 * takes one by the 5-tuple's hash. Hosts of one access switch are one group; the last hop looks at
 * the host.
 */
final class SwitchRoutes {
  /** No routes yet. */
  static final SwitchRoutes NOWHERE =
      new SwitchRoutes(new Port[0][], new Port[0], EcmpHash.mixed(0));

  private final @Nullable Port[][] hopsOfGroup;
  private final @Nullable Port[] toHost;
  private final EcmpHash hash;

  /**
   * @param hopsOfGroup next hops by destination group, empty where there is no route; null where the
   *     group's hosts hang on this switch itself. Equal lists are best shared
   * @param toHost the port of its access switch that leads to a host
   * @param hash picks among several
   */
  SwitchRoutes(@Nullable Port[][] hopsOfGroup, @Nullable Port[] toHost, EcmpHash hash) {
    this.hopsOfGroup = hopsOfGroup;
    this.toHost = toHost;
    this.hash = hash;
  }

  @Nullable Port next(Packet packet) {
    Port[] hops = hopsOfGroup[packet.group];
    if (hops == null) {
      return toHost[packet.destination];
    }
    if (hops.length == 1) {
      return hops[0];
    }
    return hops.length == 0 ? null : hops[hash.choose(packet, hops.length)];
  }
}
