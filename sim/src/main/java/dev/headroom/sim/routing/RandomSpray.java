package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.Packet;

/**
 * Random choice of a next hop for each packet: oblivious packet spraying (Dixit et al., On the
 * Impact of Packet Spraying in Data Center Networks, INFOCOM 2013).
 */
public final class RandomSpray extends NextHopChoice {
  private final long key;
  private long draws;

  /**
   * @param key of the switch's random stream
   */
  public RandomSpray(long key) {
    this.key = key;
  }

  @Override
  Port choose(Packet packet, Port[] hops, long nowPs) {
    return hops[pick(hops.length)];
  }

  /** A number below n, all equally likely. */
  int pick(int n) {
    return (int) (((Rng.bits(key, draws++) >>> 32) * n) >>> 32);
  }
}
