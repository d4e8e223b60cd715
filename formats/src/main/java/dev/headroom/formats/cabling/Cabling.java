package dev.headroom.formats.cabling;

import dev.headroom.formats.cabling.CablingEvidence.HostEnd;
import dev.headroom.formats.cabling.CablingEvidence.SwitchEnd;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.MachineNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Links between host ports and switch ports.
 *
 * @param connections the links, by host and interface
 * @param unconnected ports of hosts that nothing joins, or that tables place in several spots alike
 */
public record Cabling(List<PortConnection> connections, List<Unjoined> unconnected) {

  /**
   * A port without its other end.
   *
   * @param why in one line
   */
  public record Unjoined(HostEnd end, String why) {}

  /**
   * Joins what machines say of one another.
   *
   * @param machines hosts and switches together: what a machine says tells which it is
   * @param list links that somebody wrote down, which are believed before all else
   */
  public static Cabling of(Collection<HostFacts> machines, Collection<CablingEvidence> list) {
    List<CablingEvidence> claims = new ArrayList<>(list);
    MachineNames names = new MachineNames(machines);
    Tables tables = new Tables(machines, names);
    claims.addAll(tables.claims());
    claims.replaceAll(claim -> claim.withResolvedMachines(names));
    Map<HostEnd, List<CablingEvidence>> byEnd =
        new TreeMap<>(Comparator.comparing(HostEnd::host).thenComparing(HostEnd::nic));
    claims.forEach(
        claim -> byEnd.computeIfAbsent(claim.end(), end -> new ArrayList<>()).add(claim));
    List<PortConnection> joins = new ArrayList<>();
    List<Unjoined> unjoined = new ArrayList<>();
    byEnd.forEach((end, all) -> decide(end, all, tables, joins, unjoined));
    for (HostEnd end : tables.ends()) {
      if (!byEnd.containsKey(end)) {
        unjoined.add(
            new Unjoined(
                end,
                "it is in no LLDP, MAC or ARP table and in no list; give a list with "
                    + "host,nic,switch,port"));
      }
    }
    unjoined.sort(
        Comparator.comparing((Unjoined each) -> each.end().host())
            .thenComparing(each -> each.end().nic()));
    return new Cabling(List.copyOf(joins), List.copyOf(unjoined));
  }

  private static void decide(
      HostEnd end,
      List<CablingEvidence> all,
      Tables tables,
      List<PortConnection> joins,
      List<Unjoined> unjoined) {
    CablingSource best =
        all.stream().map(CablingEvidence::proof).min(Comparator.naturalOrder()).orElseThrow();
    List<CablingEvidence> first = all.stream().filter(claim -> claim.proof() == best).toList();
    List<SwitchEnd> ports = new ArrayList<>();
    for (CablingEvidence claim : first) {
      if (ports.stream().noneMatch(claim.port()::isSame)) {
        ports.add(claim.port());
      }
    }
    if (ports.size() > 1 && (best == CablingSource.MAC || best == CablingSource.ARP)) {
      // An address is learned all along its way; it hangs where the fewest others are learned.
      int fewest = ports.stream().mapToInt(tables::addresses).min().orElse(0);
      ports.removeIf(port -> tables.addresses(port) > fewest);
    }
    if (ports.size() > 1) {
      unjoined.add(
          new Unjoined(
              end,
              best.words()
                  + " shows it at "
                  + String.join(" and at ", ports.stream().map(SwitchEnd::toString).toList())));
      return;
    }
    SwitchEnd port = ports.getFirst();
    Comparator<CablingEvidence> order = Comparator.comparing(CablingEvidence::proof);
    joins.add(
        new PortConnection(
            all.stream().filter(claim -> claim.port().isSame(port)).sorted(order).toList(),
            all.stream()
                .filter(claim -> !claim.port().isSame(port))
                .filter(claim ->
                    claim.proof() == CablingSource.LIST || claim.proof() == CablingSource.LLDP)
                .sorted(order)
                .toList()));
  }

  /** The join of a host's port, by interface or RDMA device. */
  public Optional<PortConnection> of(String host, String nic) {
    return connections.stream()
        .filter(join -> join.host().equals(new HostEnd(host, nic)))
        .findFirst();
  }

  /** What tables on both sides say. */
  private static final class Tables {
    private final Collection<HostFacts> machines;
    private final MachineNames names;
    private final Map<String, HostEnd> byAddress = new LinkedHashMap<>();
    private final Map<String, HostEnd> byGuid = new LinkedHashMap<>();
    private final Map<SwitchEnd, Set<String>> learned = new LinkedHashMap<>();
    private final Set<String> switches = new LinkedHashSet<>();
    private final Set<HostEnd> ends = new LinkedHashSet<>();

    Tables(Collection<HostFacts> machines, MachineNames names) {
      this.machines = machines;
      this.names = names;
      machines.forEach(this::sides);
    }

    /** A machine with a table of what its ports learned is a switch, any other a host. */
    private void sides(HostFacts machine) {
      boolean hasTables =
          machine.facts().subjects(SubjectKind.ITEM).stream()
              .anyMatch(row -> row(machine, row).isTable());
      boolean configured = !machine.facts().subjects(SubjectKind.SWITCH_SETTING).isEmpty();
      if (hasTables || configured) {
        switches.add(machine.name());
        return;
      }
      for (Subject netdev : machine.facts().subjects(SubjectKind.NETDEV)) {
        machine
            .facts()
            .first(netdev, "address")
            .map(fact -> NeighborRow.address(fact.value()))
            .filter(address -> !address.isEmpty())
            .ifPresent(address ->
                byAddress.putIfAbsent(address, new HostEnd(machine.name(), netdev.name())));
      }
      for (Subject port : machine.facts().subjects(SubjectKind.PORT)) {
        String nic = machine.facts().text(port, "netdev").orElse(port.owner());
        ends.add(new HostEnd(machine.name(), nic));
      }
      for (Subject rdma : machine.facts().subjects(SubjectKind.RDMA)) {
        machine
            .facts()
            .first(rdma, "guid.node")
            .map(fact -> guid(fact.value()))
            .ifPresent(guid -> byGuid.putIfAbsent(guid, new HostEnd(machine.name(), rdma.name())));
      }
    }

    private static NeighborRow row(HostFacts machine, Subject subject) {
      return NeighborRow.of(machine.facts().firstFactsOf(subject));
    }

    Set<HostEnd> ends() {
      return ends;
    }

    private boolean isSwitch(String name) {
      return switches.contains(names.find(name).map(HostFacts::name).orElse(name));
    }

    /** How many addresses were learned at a port. */
    int addresses(SwitchEnd port) {
      return learned.getOrDefault(port, Set.of()).size();
    }

    List<CablingEvidence> claims() {
      List<CablingEvidence> claims = new ArrayList<>();
      for (HostFacts machine : machines) {
        if (switches.contains(machine.name())) {
          tables(machine, claims);
        } else {
          heard(machine, claims);
        }
        links(machine, claims);
      }
      return claims;
    }

    private static void heard(HostFacts host, List<CablingEvidence> claims) {
      for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV)) {
        var neighbour = host.facts().first(netdev, "neighbor.switch");
        var port = host.facts().first(netdev, "neighbor.port");
        if (neighbour.isPresent() && port.isPresent()) {
          claims.add(
              new CablingEvidence(
                  new HostEnd(host.name(), netdev.name()),
                  new SwitchEnd(neighbour.get().value(), port.get().value()),
                  CablingSource.LLDP,
                  port.get().evidence()));
        }
      }
    }

    private void tables(HostFacts machine, List<CablingEvidence> claims) {
      for (Subject subject : machine.facts().subjects(SubjectKind.ITEM)) {
        NeighborRow row = row(machine, subject);
        if (!row.isTable()) {
          continue;
        }
        SwitchEnd port = new SwitchEnd(machine.name(), row.port());
        if (!row.device().isEmpty()) {
          HostEnd named =
              byAddress.getOrDefault(
                  NeighborRow.address(row.remotePort()),
                  byAddress.getOrDefault(
                      NeighborRow.address(row.device()),
                      new HostEnd(row.device(), row.remotePort())));
          if (!isSwitch(named.host())) {
            claims.add(new CablingEvidence(named, port, CablingSource.LLDP, row.evidence()));
          }
        } else {
          learned.computeIfAbsent(port, end -> new LinkedHashSet<>()).add(row.mac());
          HostEnd end = byAddress.get(row.mac());
          if (end != null) {
            claims.add(
                new CablingEvidence(
                    end,
                    port,
                    row.isArp() ? CablingSource.ARP : CablingSource.MAC,
                    row.evidence()));
          }
        }
      }
    }

    /**
     * Lines of {@code ibnetdiscover}: a switch's port, and the channel adapter at its other end.
     */
    private void links(HostFacts machine, List<CablingEvidence> claims) {
      for (Subject link : machine.facts().subjects(SubjectKind.LINK)) {
        var peer = machine.facts().first(link, "peer");
        HostEnd end = byGuid.get(guid(peer.map(Fact::value).orElse("")));
        if (end != null && link.name().startsWith("S-")) {
          claims.add(
              new CablingEvidence(
                  end,
                  new SwitchEnd(link.owner(), link.leaf()),
                  CablingSource.FABRIC,
                  peer.get().evidence()));
        }
      }
    }

    private static String guid(String text) {
      return text.replaceFirst("^(H-|S-|0x)", "").replace(":", "").toLowerCase(Locale.ROOT);
    }
  }
}
