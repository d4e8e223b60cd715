package dev.headroom.audit.switches;

import dev.headroom.formats.cabling.Cabling;
import dev.headroom.formats.cabling.Claim;
import dev.headroom.formats.cabling.Join;
import dev.headroom.formats.cabling.Proof;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Links of hosts with switches whose configuration is here, too, with what joined them. */
public final class Links {
  /**
   * One link.
   *
   * @param by what says so: LLDP, a MAC table, a list
   * @param seen the line that says so
   */
  public record Link(
      HostFacts host,
      String nic,
      HostFacts device,
      SwitchQos qos,
      String port,
      String by,
      Evidence seen) {}

  private record Device(HostFacts facts, SwitchQos qos) {
    List<String> names() {
      return List.of(qos.name(), facts.name());
    }
  }

  private record End(HostFacts host, String nic) {}

  private Links() {}

  /** All links between these hosts and switches that any evidence joins; the best counts. */
  public static List<Link> of(List<HostFacts> all) {
    List<Device> switches = new ArrayList<>();
    List<HostFacts> hosts = new ArrayList<>();
    for (HostFacts each : all) {
      SwitchQos.of(each)
          .ifPresentOrElse(qos -> switches.add(new Device(each, qos)), () -> hosts.add(each));
    }
    if (switches.isEmpty()) {
      return List.of();
    }
    // One port may be named in several ways, by several sources.
    Map<End, Join> joins = new LinkedHashMap<>();
    for (Join join : cabling(all).joins()) {
      called(hosts, host -> List.of(host.name()), join.host().host())
          .map(host -> new End(host, interfaceOf(host, join.host().nic())))
          .ifPresent(end ->
              joins.merge(
                  end,
                  join,
                  (one, other) -> one.proof().compareTo(other.proof()) <= 0 ? one : other));
    }
    List<Link> links = new ArrayList<>();
    joins.forEach((end, join) ->
        called(switches, Device::names, join.port().name())
            .ifPresent(device ->
                links.add(
                    new Link(
                        end.host(),
                        end.nic(),
                        device.facts(),
                        device.qos(),
                        device.qos().portCalled(join.port().port().strip()),
                        join.proof().words(),
                        join.claims().getFirst().evidence()))));
    return links;
  }

  /** What machines and lists say of each other's ports. */
  static Cabling cabling(List<HostFacts> all) {
    return Cabling.of(all, listed(all));
  }

  /**
   * The machine of a name; else the only one whose name differs by the domain behind it: {@code
   * leaf01} and {@code leaf01.dc1.example.com}.
   */
  private static <T> Optional<T> called(
      List<T> machines, Function<T, List<String>> names, String name) {
    Optional<T> exact =
        machines.stream()
            .filter(each -> names.apply(each).stream().anyMatch(own -> same(own, name)))
            .findFirst();
    if (exact.isPresent()) {
      return exact;
    }
    List<T> near =
        machines.stream()
            .filter(each ->
                names.apply(each).stream()
                    .anyMatch(own -> isShortFor(own, name) || isShortFor(name, own)))
            .toList();
    return near.size() == 1 ? Optional.of(near.getFirst()) : Optional.empty();
  }

  /** Addresses have dots, too, and no short form. */
  private static boolean isShortFor(String name, String whole) {
    String label = name.strip().toLowerCase(Locale.ROOT);
    return !label.isEmpty()
        && !label.matches("[\\d.]+")
        && whole.strip().toLowerCase(Locale.ROOT).startsWith(label + ".");
  }

  /** The interface of an RDMA device, where the host says it; else what was named. */
  private static String interfaceOf(HostFacts host, String nic) {
    return host.rdmaPorts().stream()
        .filter(port -> same(port.device(), nic))
        .flatMap(port -> port.netdev().optional().stream())
        .findFirst()
        .orElse(nic);
  }

  /** Rows of a table with the columns host, nic, switch and port. */
  private static List<Claim> listed(List<HostFacts> all) {
    List<Claim> claims = new ArrayList<>();
    for (HostFacts source : all) {
      for (Thing thing : List.of(Thing.ITEM, Thing.MEASUREMENT)) {
        for (Subject row : source.facts().subjects(thing)) {
          Known<String> host = source.facts().text(row, "host");
          Known<String> nic = source.facts().text(row, "nic");
          Known<String> device = source.facts().text(row, "switch");
          Known<String> port = source.facts().text(row, "port");
          if (host.isSaid() && nic.isSaid() && device.isSaid() && port.where().isPresent()) {
            claims.add(
                new Claim(
                    new Claim.HostEnd(host.get().strip(), nic.get().strip()),
                    new Claim.SwitchEnd(device.get().strip(), port.get().strip()),
                    Proof.LIST,
                    port.where().get()));
          }
        }
      }
    }
    return claims;
  }

  private static boolean same(String one, String other) {
    return one.strip().equalsIgnoreCase(other.strip());
  }
}
