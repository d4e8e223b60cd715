package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Idle host, for networks that are analyzed and not run. */
public final class IdleHost extends NetworkDevice {
  public IdleHost(int node, String name, Partition home) {
    super(node, name, home);
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    throw new IllegalStateException(name + " handles no packets");
  }

  @Override
  protected void leaving(Packet packet, ClassQueue classQueue, long nowPs) {}

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    return null;
  }

  @Override
  protected void sent(Port port, long freeAtPs) {}
}
