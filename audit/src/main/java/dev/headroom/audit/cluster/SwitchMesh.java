package dev.headroom.audit.cluster;

import dev.headroom.formats.cabling.CablingEvidence.SwitchEnd;
import dev.headroom.formats.cabling.SwitchLink;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchPortLink.Cable;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.Collection;
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
   * @param source the line that shows it
   */
  record Link(String one, String other, double gbps, Optional<String> cable, String source) {}

  SwitchMesh {
    links = List.copyOf(links);
  }

  /**
   * Links among switches with a configuration.
   *
   * @param named how the scenario names a switch
   */
  static SwitchMesh of(Collection<HostFacts> switches, Map<HostFacts, String> named) {
    List<Link> links = new ArrayList<>();
    for (SwitchLink link : SwitchLink.among(switches)) {
      Optional<HostFacts> one = find(switches, link.one());
      Optional<HostFacts> other = find(switches, link.other());
      if (one.isPresent() && other.isPresent()) {
        List<SwitchPort> ports =
            Stream.concat(port(one.get(), link.one()), port(other.get(), link.other())).toList();
        links.add(
            new Link(
                named.getOrDefault(one.get(), link.one().name()),
                named.getOrDefault(other.get(), link.other().name()),
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
                    .findFirst(),
                link.evidence().location()));
      }
    }
    return new SwitchMesh(links);
  }

  private static Optional<HostFacts> find(Collection<HostFacts> switches, SwitchEnd end) {
    return switches.stream().filter(each -> each.name().equals(end.name())).findFirst();
  }

  private static Stream<SwitchPort> port(HostFacts device, SwitchEnd end) {
    Optional<SwitchQos> qos = SwitchVendors.qos(device);
    return qos.map(all -> all.port(all.ports().names().resolve(end.port()))).stream();
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
