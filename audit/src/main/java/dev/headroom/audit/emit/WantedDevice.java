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
 * @param switching of a switch; empty for a host
 * @param nics of a host, each with its knobs; empty for a switch
 * @param present its facts; empty if nothing is known
 * @param node of a host, for its software stacks; empty if the scenario has no such host
 * @param asToday knobs whose value is the one that the model of today's bundle has, by network
 *     interface; blank for a switch
 */
record WantedDevice(
    String name,
    Optional<Switching> switching,
    List<WantedNic> nics,
    Optional<HostFacts> present,
    Optional<Node> node,
    Map<String, Set<String>> asToday) {
  /** Keeps copies. */
  WantedDevice {
    nics = List.copyOf(nics);
    asToday = Map.copyOf(asToday);
  }

  /**
   * Knobs of a switch.
   *
   * @param knobs by name, as scenarios write them
   * @param ofPorts knobs of single ports, by the port's name, or its number from 0 where no
   *     configuration names ports
   * @param ports number of ports that no configuration names
   */
  record Switching(
      SortedMap<String, String> knobs, Map<String, SortedMap<String, String>> ofPorts, int ports) {
    static final Switching NONE = new Switching(Collections.emptySortedMap(), Map.of(), 0);

    /** Keeps copies. */
    Switching {
      knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
      ofPorts = Collections.unmodifiableMap(new LinkedHashMap<>(ofPorts));
    }
  }

  boolean isSwitch() {
    return switching.isPresent();
  }

  SortedMap<String, String> knobs() {
    return switching.orElse(Switching.NONE).knobs();
  }

  Map<String, SortedMap<String, String>> ofPorts() {
    return switching.orElse(Switching.NONE).ofPorts();
  }

  int ports() {
    return switching.orElse(Switching.NONE).ports();
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
    return new WantedDevice(name, Optional.empty(), nics, present, node, asToday);
  }

  static WantedDevice ofSwitch(
      String name,
      Switching switching,
      Optional<HostFacts> present,
      Map<String, Set<String>> asToday) {
    return new WantedDevice(
        name, Optional.of(switching), List.of(), present, Optional.empty(), asToday);
  }
}
