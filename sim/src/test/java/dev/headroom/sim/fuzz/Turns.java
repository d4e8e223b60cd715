package dev.headroom.sim.fuzz;

import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.LoadBalancer;
import dev.headroom.sim.plugin.NextHops;
import dev.headroom.sim.plugin.PluginBalancer;

/** A load balancer that is brought along: so many packets a hop as it is told, or one. */
record Turns(String name) implements PluginBalancer {
  @Override
  public Maker with(String settings) {
    int each = settings.isEmpty() ? 1 : Integer.parseInt(settings);
    return at ->
        new LoadBalancer() {
          private int packets = at.draw(each * at.ports());

          @Override
          public int choose(DataPacket packet, NextHops hops, long nowPs) {
            packets = (packets + 1) % (each * at.ports());
            return packets / each % hops.count();
          }
        };
  }
}
