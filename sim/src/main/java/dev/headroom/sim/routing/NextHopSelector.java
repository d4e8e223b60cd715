package dev.headroom.sim.routing;

import org.jspecify.annotations.Nullable;

/**
 * Selection among several next hops at one switch.
 *
 * @param hash for what is not spread
 * @param choice for data; null where the hash chooses for data too
 */
public record NextHopSelector(EcmpHash hash, @Nullable NextHopChoice choice) {
  /** ECMP. */
  static NextHopSelector of(EcmpHash hash) {
    return new NextHopSelector(hash, null);
  }
}
