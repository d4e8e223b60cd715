package dev.headroom.audit.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which host interface hangs on which switch port: by LLDP as the host hears it, by a switch's
 * table of MAC addresses, or by lines {@code host,nic,switch,port} of somebody's own list.
 */
public final class Links {
  /**
   * One link.
   *
   * @param by what says so: LLDP, MAC table, list
   * @param seen the line that says so
   */
  public record Link(
      HostFacts host,
      String nic,
      HostFacts device,
      Sonic sonic,
      String port,
      String by,
      Evidence seen) {}

  private Links() {}

  /** All links between these hosts and switches that any evidence joins; the first counts. */
  public static List<Link> of(List<HostFacts> all) {
    Map<String, Link> links = new TreeMap<>();
    for (HostFacts device : all) {
      Optional<Sonic> sonic = Sonic.of(device);
      if (sonic.isEmpty()) {
        continue;
      }
      for (HostFacts host : all) {
        if (Sonic.of(host).isEmpty()) {
          lldp(host, device, sonic.get(), links);
          macs(host, device, sonic.get(), links);
          listed(all, host, device, sonic.get(), links);
        }
      }
    }
    return new ArrayList<>(links.values());
  }

  private static void lldp(HostFacts host, HostFacts device, Sonic sonic, Map<String, Link> links) {
    for (Subject netdev : host.facts().subjects(Thing.NETDEV)) {
      Known<String> name = host.facts().text(netdev, "neighbor.switch");
      Known<String> port = host.facts().text(netdev, "neighbor.port");
      if (name.is(text -> same(text, sonic.name()) || same(text, device.name())) && port.isSaid()) {
        put(links, host, netdev.name(), device, sonic, port.get(), "LLDP", port.where());
      }
    }
  }

  private static void macs(HostFacts host, HostFacts device, Sonic sonic, Map<String, Link> links) {
    for (Subject netdev : host.facts().subjects(Thing.NETDEV)) {
      Known<String> address =
          host.facts().text(netdev, "address").or(host.facts().text(netdev, "link/ether"));
      if (!address.isSaid()) {
        continue;
      }
      String wanted = address.get().strip().split("\\s")[0].toLowerCase(Locale.ROOT);
      for (Subject row : device.facts().subjects(Thing.ITEM)) {
        Known<String> mac =
            device.facts().text(row, "macaddress").or(device.facts().text(row, "mac-address"));
        Known<String> port = device.facts().text(row, "port");
        if (mac.is(text -> text.strip().equalsIgnoreCase(wanted)) && port.isSaid()) {
          put(links, host, netdev.name(), device, sonic, port.get(), "MAC table", port.where());
        }
      }
    }
  }

  /** Rows of a table with the columns host, nic, switch and port. */
  private static void listed(
      List<HostFacts> all, HostFacts host, HostFacts device, Sonic sonic, Map<String, Link> links) {
    for (HostFacts source : all) {
      for (Thing thing : List.of(Thing.ITEM, Thing.MEASUREMENT)) {
        for (Subject row : source.facts().subjects(thing)) {
          Known<String> whose = source.facts().text(row, "host");
          Known<String> nic = source.facts().text(row, "nic");
          Known<String> name = source.facts().text(row, "switch");
          Known<String> port = source.facts().text(row, "port");
          if (whose.is(text -> same(text, host.name()))
              && name.is(text -> same(text, sonic.name()) || same(text, device.name()))
              && nic.isSaid()
              && port.isSaid()) {
            put(links, host, nic.get(), device, sonic, port.get(), "list", port.where());
          }
        }
      }
    }
  }

  private static void put(
      Map<String, Link> links,
      HostFacts host,
      String nic,
      HostFacts device,
      Sonic sonic,
      String port,
      String by,
      Optional<Evidence> seen) {
    seen.ifPresent(line ->
        links.putIfAbsent(
            host.name() + " " + nic, new Link(host, nic, device, sonic, port.strip(), by, line)));
  }

  private static boolean same(String one, String other) {
    return one.strip().equalsIgnoreCase(other.strip());
  }
}
