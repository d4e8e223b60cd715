package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketView;
import dev.headroom.sim.plugin.LoadBalancer;
import dev.headroom.sim.plugin.NextHops;
import dev.headroom.sim.plugin.PluginBalancer;
import dev.headroom.sim.plugin.SwitchView;

/**
 * Next-hop choice by a load balancer plugin. It sees packet, next hops and switch through this
 * object, which stands for those of the call at hand.
 */
public final class PluginHopChoice extends NextHopChoice {
  private static final Port[] NONE = {};

  private final LoadBalancer balancer;
  private final PacketView header = new PacketView();
  private final Candidates candidates = new Candidates();

  /**
   * @param draws of the switch's random stream
   */
  public PluginHopChoice(PluginBalancer.Maker maker, String name, int ports, RandomSpray draws) {
    balancer = maker.make(new At(name, ports, draws));
  }

  @Override
  Port choose(Packet packet, Port[] hops, long nowPs) {
    header.of = packet;
    candidates.hops = hops;
    candidates.priority = packet.priority;
    return hops[balancer.choose(header, candidates, nowPs)];
  }

  private record At(String name, int ports, RandomSpray draws) implements SwitchView {
    @Override
    public int draw(int below) {
      return draws.pick(below);
    }
  }

  private static final class Candidates implements NextHops {
    private Port[] hops = NONE;
    private int priority;

    @Override
    public int count() {
      return hops.length;
    }

    @Override
    public int port(int hop) {
      return hops[hop].number();
    }

    @Override
    public long queuedBytes(int hop) {
      ClassQueue classQueue = hops[hop].classQueueIfUsed(priority);
      return classQueue == null ? 0 : classQueue.queuedBytes;
    }

    @Override
    public long queuedInAll(int hop) {
      return hops[hop].queuedBytes();
    }

    @Override
    public long rateBps(int hop) {
      return hops[hop].rateBps();
    }

    @Override
    public boolean isPaused(int hop) {
      return (hops[hop].paused() & 1 << priority) != 0;
    }
  }
}
