package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/**
 * Where a switch sends packets: for each destination group the ports on shortest paths, of which ECMP
 * takes one by the 5-tuple's hash. Hosts of one access switch are one group; the last hop looks at
 * the host.
 */
final class SwitchRoutes {
  /** Groups whose hosts hang on this switch itself. */
  static final char LOCAL = 0;

  /** No routes yet. */
  static final SwitchRoutes NOWHERE =
      new SwitchRoutes(new char[0], new Port[0][], new Port[0], EcmpHash.mixed(0));

  private final char[] choiceOfGroup;
  private final Port[][] choices;
  private final @Nullable Port[] toHost;
  private final EcmpHash hash;

  /**
   * @param choiceOfGroup index into {@code choices}, or {@link #LOCAL}
   * @param choices next-hop lists; number 0 is unused, an empty one means no route
   * @param toHost the port of its access switch that leads to a host
   * @param hash picks among several
   */
  SwitchRoutes(char[] choiceOfGroup, Port[][] choices, @Nullable Port[] toHost, EcmpHash hash) {
    this.choiceOfGroup = choiceOfGroup;
    this.choices = choices;
    this.toHost = toHost;
    this.hash = hash;
  }

  @Nullable Port next(Packet packet) {
    char choice = choiceOfGroup[packet.group];
    if (choice == LOCAL) {
      return toHost[packet.destination];
    }
    Port[] hops = choices[choice];
    if (hops.length == 1) {
      return hops[0];
    }
    return hops.length == 0 ? null : hops[hash.choose(packet, hops.length)];
  }
}
