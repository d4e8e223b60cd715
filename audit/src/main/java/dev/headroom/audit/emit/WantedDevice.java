package dev.headroom.audit.emit;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.WantedNic;
import dev.headroom.model.fabric.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Device with the knobs that a scenario wants of it.
 *
 * @param name as the bundle or the scenario calls it
 * @param knobs of a switch, by name, as scenarios write them; empty for a host
 * @param ofPorts knobs of single ports of a switch, by the port's name, or its number from 0 where
 *     no configuration names ports
 * @param ports number of ports of a switch that no configuration names
 * @param nics of a host, each with its knobs; empty for a switch
 * @param present its facts; empty if nothing is known
 * @param node of a host, for its software stacks; empty if the scenario has no such host
 * @param asToday knobs whose value is the one that the model of today's bundle has, by network
 *     interface; blank for a switch
 */
record WantedDevice(
    String name,
    boolean isSwitch,
    SortedMap<String, String> knobs,
    Map<String, SortedMap<String, String>> ofPorts,
    int ports,
    List<WantedNic> nics,
    Optional<HostFacts> present,
    Optional<Node> node,
    Map<String, Set<String>> asToday) {
  /** Keeps copies. */
  WantedDevice {
    knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
    ofPorts = Collections.unmodifiableMap(new LinkedHashMap<>(ofPorts));
    nics = List.copyOf(nics);
    asToday = Map.copyOf(asToday);
  }

  /** Knobs of a part that a plan changes nothing of. */
  Set<String> asToday(String part) {
    return asToday.getOrDefault(part, Set.of());
  }

  static WantedDevice ofHost(
      String name,
      List<WantedNic> nics,
      Optional<HostFacts> present,
      Optional<Node> node,
      Map<String, Set<String>> asToday) {
    return new WantedDevice(
        name, false, Collections.emptySortedMap(), Map.of(), 0, nics, present, node, asToday);
  }
}
