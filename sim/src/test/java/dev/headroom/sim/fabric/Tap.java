package dev.headroom.sim.fabric;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Stands before a host and tells the time whenever a packet comes in; changes nothing. */
public final class Tap extends Device {
  private final Device host;
  private final LongConsumer clock;

  private Tap(Device host, LongConsumer clock) {
    super(host.node, host.name);
    this.host = host;
    this.clock = clock;
  }

  /** A factory whose hosts tell the time. */
  public static DeviceFactory around(DeviceFactory hosts, LongConsumer clock) {
    return (node, index, home) -> new Tap(hosts.make(node, index, home), clock);
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    clock.accept(nowPs);
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
