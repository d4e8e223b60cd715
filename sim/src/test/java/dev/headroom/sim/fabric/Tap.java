package dev.headroom.sim.fabric;

import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** Stands before a host and shows whatever packet comes in, and when; changes nothing. */
public final class Tap extends Device {
  private final Device host;
  private final ObjLongConsumer<Packet> watcher;

  private Tap(Device host, ObjLongConsumer<Packet> watcher) {
    super(host.node, host.name);
    this.host = host;
    this.watcher = watcher;
  }

  /** A factory whose hosts show their packets. */
  public static DeviceFactory around(DeviceFactory hosts, ObjLongConsumer<Packet> watcher) {
    return (node, index, home) -> new Tap(hosts.make(node, index, home), watcher);
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    watcher.accept(packet, nowPs);
    host.receive(packet, in, nowPs);
  }

  @Override
  protected void leaving(Packet packet, Lane lane, long nowPs) {
    host.leaving(packet, lane, nowPs);
  }

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    return host.pull(port, nowPs);
  }

  @Override
  protected void sent(Port port, long freeAtPs) {
    host.sent(port, freeAtPs);
  }
}
