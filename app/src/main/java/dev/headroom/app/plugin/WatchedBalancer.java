package dev.headroom.app.plugin;

import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.LoadBalancer;
import dev.headroom.sim.plugin.NextHops;

/**
 * Wrapper of a load balancer plugin with the same behaviour. An exception or an invalid next hop
 * ends the run with the source line.
 */
public final class WatchedBalancer extends LoadBalancer {
  private final LoadBalancer own;
  private final PluginErrors faults;

  WatchedBalancer(LoadBalancer own, PluginErrors faults) {
    this.own = own;
    this.faults = faults;
  }

  @Override
  public int choose(DataPacket packet, NextHops hops, long nowPs) {
    int hop;
    try {
      hop = own.choose(packet, hops, nowPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("choose", e);
    }
    if (hop < 0 || hop >= hops.count()) {
      throw faults.invalidAnswer("choose", hop, "the packet has hops 0 to " + (hops.count() - 1));
    }
    return hop;
  }
}
