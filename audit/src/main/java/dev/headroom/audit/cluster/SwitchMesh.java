package dev.headroom.audit.cluster;

import dev.headroom.formats.cabling.CablingEvidence.SwitchEnd;
import dev.headroom.formats.cabling.SwitchLink;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchPortLink.Cable;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Links between the switches of a cluster, as LLDP shows them. Their rates and cables are those of
 * the switches' configurations.
 *
 * @param links by the names that the scenario gives to switches
 */
record SwitchMesh(List<Link> links) {
  static final SwitchMesh NONE = new SwitchMesh(List.of());

  /**
   * Link of the scenario.
   *
   * @param gbps the slower of both ports, 10^9 bits a second; 0 if no configuration says
   * @param cable its length as scenarios write it; empty if no configuration says
   */
  record Link(String one, String other, double gbps, Optional<String> cable) {}

  SwitchMesh {
    links = List.copyOf(links);
  }

  /**
   * Links among switches with a configuration.
   *
   * @param named the switches, with the names that the scenario gives them
   * @param configurations by these names
   */
  static SwitchMesh of(Map<HostFacts, String> named, Map<String, SwitchQos> configurations) {
    Map<String, String> names = new HashMap<>();
    named.forEach((device, name) -> names.put(device.name(), name));
    List<Link> links = new ArrayList<>();
    for (SwitchLink link : SwitchLink.among(named.keySet())) {
      String one = names.getOrDefault(link.one().name(), link.one().name());
      String other = names.getOrDefault(link.other().name(), link.other().name());
      List<SwitchPort> ports =
          Stream.concat(
                  port(configurations, one, link.one()), port(configurations, other, link.other()))
              .toList();
      links.add(
          new Link(
              one,
              other,
              ports.stream()
                      .flatMap(port -> port.line().speed().optional().stream())
                      .mapToLong(mbps -> mbps)
                      .min()
                      .orElse(0)
                  / 1000.0,
              ports.stream()
                  .flatMap(port -> port.line().cable().optional().stream())
                  .map(Cable::written)
                  .filter(text -> text.matches("\\d+(?:\\.\\d+)?m"))
                  .findFirst()));
    }
    return new SwitchMesh(links);
  }

  private static Stream<SwitchPort> port(
      Map<String, SwitchQos> configurations, String name, SwitchEnd end) {
    return Optional.ofNullable(configurations.get(name))
        .map(qos -> qos.port(qos.ports().names().resolve(end.port())))
        .stream();
  }

  /** Switches that are joined to this one, itself among them. */
  Set<String> reachable(String from) {
    Set<String> found = new LinkedHashSet<>(Set.of(from));
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Link link : links) {
        if (found.contains(link.one()) || found.contains(link.other())) {
          grows |= found.add(link.one());
          grows |= found.add(link.other());
        }
      }
    }
    return found;
  }
}
