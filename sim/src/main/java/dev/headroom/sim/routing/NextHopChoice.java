package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;

/**
 * Choice of a next hop for a data packet, where the hash of its 5-tuple does not decide. Each
 * switch has one of its own, which outlives changes of routes; all switches of a run have the same
 * kind, so that the call is to one method.
 *
 * <p>Answers (ACK, NAK, CNP) and READ requests are never spread: they go by the hash, and stay in
 * order.
 */
public abstract sealed class NextHopChoice
    permits PluginHopChoice, Flowlets, LeastQueued, RandomSpray, RoundRobin {
  /**
   * @param hops at least two ports, all on shortest paths
   */
  abstract Port choose(Packet packet, Port[] hops, long nowPs);
}
