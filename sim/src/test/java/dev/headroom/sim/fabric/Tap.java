package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;
import java.util.function.ObjLongConsumer;

/** Stands before a host and shows whatever packet comes in, and when; changes nothing. */
public final class Tap extends DeviceDecorator {
  private final ObjLongConsumer<Packet> watcher;

  private Tap(NetworkDevice host, ObjLongConsumer<Packet> watcher) {
    super(host);
    this.watcher = watcher;
  }

  /** A factory whose hosts show their packets. */
  public static DeviceFactory around(DeviceFactory hosts, ObjLongConsumer<Packet> watcher) {
    return (node, index, home) -> new Tap(hosts.make(node, index, home), watcher);
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    watcher.accept(packet, nowPs);
    super.receive(packet, in, nowPs);
  }
}
