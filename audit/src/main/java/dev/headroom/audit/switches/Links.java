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
import java.util.List;
import java.util.Optional;

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
    boolean isCalled(String name) {
      return same(name, qos.name()) || same(name, facts.name());
    }
  }

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
    List<Link> links = new ArrayList<>();
    for (Join join : Cabling.of(all, listed(all)).joins()) {
      Optional<HostFacts> host =
          hosts.stream().filter(each -> same(each.name(), join.host().host())).findFirst();
      Optional<Device> device =
          switches.stream().filter(each -> each.isCalled(join.port().name())).findFirst();
      if (host.isPresent() && device.isPresent()) {
        links.add(
            new Link(
                host.get(),
                join.host().nic(),
                device.get().facts(),
                device.get().qos(),
                device.get().qos().portCalled(join.port().port().strip()),
                join.proof().words(),
                join.claims().getFirst().evidence()));
      }
    }
    return links;
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
