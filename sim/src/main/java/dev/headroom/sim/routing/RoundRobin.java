package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.Packet;

/**
 * Round robin over the next hops, packet by packet and across flows: per-packet load balancing as
 * routers have long had it. The first turn of each switch is drawn, so that switches are not in
 * step.
 */
public final class RoundRobin extends NextHopChoice {
  private int turn;

  /**
   * @param key of the switch's random stream
   */
  public RoundRobin(long key) {
    turn = (int) Rng.bits(key, 0) & 0xffff;
  }

  @Override
  Port choose(Packet packet, Port[] hops, long nowPs) {
    return hops[Integer.remainderUnsigned(turn++, hops.length)];
  }
}
