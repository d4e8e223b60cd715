package dev.headroom.audit.emit;

import dev.headroom.formats.host.HostFacts;
import java.util.List;

/**
 * Present state of devices.
 *
 * @param hosts hosts and switches with their facts; empty if nothing is known
 */
public record EmitBundle(List<HostFacts> hosts) {
  /** Nothing is known of any device: a plan says everything that the scenario says. */
  public static final EmitBundle NONE = new EmitBundle(List.of());

  /** Keeps a copy. */
  public EmitBundle {
    hosts = List.copyOf(hosts);
  }

  public static EmitBundle of(List<HostFacts> hosts) {
    return new EmitBundle(hosts);
  }

  public boolean isEmpty() {
    return hosts.isEmpty();
  }
}
