package dev.headroom.audit.switches;

import dev.headroom.formats.cabling.Cabling;
import dev.headroom.formats.cabling.CablingEvidence;
import dev.headroom.formats.cabling.CablingEvidence.HostEnd;
import dev.headroom.formats.cabling.CablingSource;
import dev.headroom.formats.cabling.PortConnection;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.MachineNames;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Links between hosts and switches that are both audited, with the source of each link.
 *
 * @param joined those of which both ends are here
 * @param unconnected ports of hosts without a switch that is here, and why
 */
public record HostSwitchLinks(List<Link> joined, List<Cabling.Unjoined> unconnected) {
  /**
   * One link.
   *
   * @param port as the switch's configuration writes it
   * @param by what says so: LLDP, a MAC table, a list
   * @param evidence the line that says so
   */
  public record Link(
      HostFacts host,
      String nic,
      HostFacts device,
      SwitchQos qos,
      String port,
      String by,
      Evidence evidence) {}

  private record End(HostFacts host, String nic) {}

  /** Keeps copies. */
  public HostSwitchLinks {
    joined = List.copyOf(joined);
    unconnected = List.copyOf(unconnected);
  }

  /** All links between these hosts and switches that any evidence joins; the best counts. */
  public static List<Link> of(List<HostFacts> all) {
    return ofHosts(all).joined();
  }

  /** The same, with ports that stay without a link. */
  static HostSwitchLinks ofHosts(List<HostFacts> all) {
    Map<HostFacts, SwitchQos> switches = new LinkedHashMap<>();
    List<HostFacts> hosts = new ArrayList<>();
    for (HostFacts each : all) {
      SwitchVendors.qos(each)
          .ifPresentOrElse(qos -> switches.put(each, qos), () -> hosts.add(each));
    }
    if (switches.isEmpty() || hosts.isEmpty()) {
      return new HostSwitchLinks(List.of(), List.of());
    }
    Cabling cabling = Cabling.of(all, listed(all));
    MachineNames names = new MachineNames(hosts);
    // One port may be named in several ways, by several sources.
    Map<End, PortConnection> joins = new LinkedHashMap<>();
    for (PortConnection join : cabling.connections()) {
      names
          .find(join.host().host())
          .map(host -> new End(host, interfaceOf(host, join.host().nic())))
          .ifPresent(end ->
              joins.merge(
                  end,
                  join,
                  (one, other) -> one.proof().compareTo(other.proof()) <= 0 ? one : other));
    }
    return joined(joins, switches, cabling);
  }

  private static HostSwitchLinks joined(
      Map<End, PortConnection> joins, Map<HostFacts, SwitchQos> switches, Cabling cabling) {
    MachineNames names = new MachineNames(switches.keySet());
    List<Link> links = new ArrayList<>();
    Map<HostEnd, Cabling.Unjoined> unjoined = new LinkedHashMap<>();
    cabling.unconnected().forEach(each -> unjoined.put(each.end(), each));
    joins.forEach((end, join) -> {
      HostEnd of = new HostEnd(end.host().name(), end.nic());
      unjoined.remove(of);
      Optional<HostFacts> device = names.find(join.port().name());
      SwitchQos qos = device.map(switches::get).orElse(null);
      if (device.isPresent() && qos != null) {
        links.add(
            new Link(
                end.host(),
                end.nic(),
                device.get(),
                qos,
                qos.ports().names().resolve(join.port().port().strip()),
                join.proof().words(),
                join.evidence().getFirst().evidence()));
      } else if (carriesRdma(end)) {
        unjoined.put(of, new Cabling.Unjoined(of, elsewhere(join)));
      }
    });
    return new HostSwitchLinks(
        links,
        unjoined.values().stream()
            .sorted(
                Comparator.comparing((Cabling.Unjoined each) -> each.end().host())
                    .thenComparing(each -> each.end().nic()))
            .toList());
  }

  private static String elsewhere(PortConnection join) {
    return "%s shows it at %s, but there is no input from that switch"
        .formatted(join.proof().words(), join.port());
  }

  /** Of a port by which a host is managed nobody asks where it hangs. */
  private static boolean carriesRdma(End end) {
    List<String> named =
        end.host().rdmaPorts().stream().flatMap(port -> port.netdev().optional().stream()).toList();
    return named.isEmpty() || named.contains(end.nic());
  }

  /** The interface of an RDMA device, where the host says it; else what was named. */
  private static String interfaceOf(HostFacts host, String nic) {
    return host.rdmaPorts().stream()
        .filter(port -> port.device().strip().equalsIgnoreCase(nic.strip()))
        .flatMap(port -> port.netdev().optional().stream())
        .findFirst()
        .orElse(nic);
  }

  /** Rows of a table with the columns host, nic, switch and port. */
  private static List<CablingEvidence> listed(List<HostFacts> all) {
    List<CablingEvidence> claims = new ArrayList<>();
    for (HostFacts source : all) {
      for (SubjectKind thing : List.of(SubjectKind.ITEM, SubjectKind.MEASUREMENT)) {
        for (Subject row : source.facts().subjects(thing)) {
          ReportedValue<String> host = source.facts().text(row, "host");
          ReportedValue<String> nic = source.facts().text(row, "nic");
          ReportedValue<String> device = source.facts().text(row, "switch");
          ReportedValue<String> port = source.facts().text(row, "port");
          if (host.isReported()
              && nic.isReported()
              && device.isReported()
              && port.findEvidence().isPresent()) {
            claims.add(
                new CablingEvidence(
                    new HostEnd(host.get().strip(), nic.get().strip()),
                    new CablingEvidence.SwitchEnd(device.get().strip(), port.get().strip()),
                    CablingSource.LIST,
                    port.findEvidence().get()));
          }
        }
      }
    }
    return claims;
  }
}
