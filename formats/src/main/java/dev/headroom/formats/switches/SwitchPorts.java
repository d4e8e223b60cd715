package dev.headroom.formats.switches;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All ports of a switch.
 *
 * @param set those that have settings of classes, in the order of the configuration
 * @param all these and the others that it names, by name
 * @param defaultPort a port that it does not name: what holds for every port
 * @param names what they are called elsewhere
 */
public record SwitchPorts(
    List<SwitchPort> set, Map<String, SwitchPort> all, SwitchPort defaultPort, PortNames names) {

  /** Keeps copies. */
  public SwitchPorts {
    set = List.copyOf(set);
    all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
  }

  /** The port of this name, as the configuration writes it. */
  public SwitchPort port(String name) {
    return all.getOrDefault(name, defaultPort);
  }
}
