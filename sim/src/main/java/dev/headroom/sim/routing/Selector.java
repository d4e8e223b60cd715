package dev.headroom.sim.routing;

import org.jspecify.annotations.Nullable;

/**
 * How one switch picks among several next hops.
 *
 * @param hash for what is not spread
 * @param choice for data; null where the hash chooses for data too
 */
public record Selector(EcmpHash hash, @Nullable HopChoice choice) {
  /** ECMP. */
  static Selector of(EcmpHash hash) {
    return new Selector(hash, null);
  }
}
