package dev.headroom.audit.emit;

import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Present state of devices.
 *
 * @param hosts hosts and switches with their facts; empty if nothing is known
 * @param texts what was read, by the name of its source, as far as it was kept
 */
public record EmitBundle(List<HostFacts> hosts, Map<String, String> texts) {
  /** Nothing is known of any device: a plan says everything that the scenario says. */
  public static final EmitBundle NONE = new EmitBundle(List.of(), Map.of());

  /** Keeps copies. */
  public EmitBundle {
    hosts = List.copyOf(hosts);
    texts = Map.copyOf(new TreeMap<>(texts));
  }

  /** Facts without the texts that they were read from. */
  public static EmitBundle of(List<HostFacts> hosts) {
    return new EmitBundle(hosts, Map.of());
  }

  public boolean isEmpty() {
    return hosts.isEmpty();
  }

  /** The text of a source; empty if it was not kept. */
  public Optional<String> text(String source) {
    return Optional.ofNullable(texts.get(source));
  }
}
