package dev.headroom.formats.cabling;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Row of a switch's table of neighbours or addresses, with any column names.
 *
 * @param port the switch's own port; empty if this is no such row
 * @param device the neighbour that LLDP names; empty if none
 * @param remotePort its port
 * @param mac the address that was learned; empty if none
 * @param isArp whether it stands beside an IP address
 */
record NeighborRow(
    String port, String device, String remotePort, String mac, boolean isArp, Evidence evidence) {
  private static final Pattern MAC =
      Pattern.compile("(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\\.){2}[0-9a-f]{4}");
  private static final Pattern PORT =
      Pattern.compile(
          "(?:Ethernet|Et|Eth|ethernet|swp|[Pp]ort-?[Cc]hannel|Po"
              + "|GigabitEthernet|Gi|TenGigabitEthernet|Te|TwentyFiveGigE|Twe|FortyGigabitEthernet"
              + "|Fo|FiftyGigE|Fi|HundredGigE|Hu|TwoHundredGigE|FourHundredGigE)[0-9][0-9/:s]*");
  private static final Pattern IP = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");
  private static final NeighborRow NONE =
      new NeighborRow("", "", "", "", false, new Evidence(FactSource.of(""), 0, ""));

  /** Reads a row's cells. */
  static NeighborRow of(List<Fact> cells) {
    String port = "";
    String device = "";
    String remote = "";
    String mac = "";
    boolean arp = false;
    for (Fact cell : cells) {
      String value = cell.value().strip();
      String address = address(value);
      switch (cell.key().replace("-", "")) {
        case "remotedevice", "neighbordeviceid", "remotehost" -> device = value;
        case "remoteportid", "neighborportid", "remoteport" -> remote = value;
        case "remoteportdescr", "capability" -> {
          // Words of the neighbour's own, which may look like a port of ours.
        }
        default -> {
          if (!address.isEmpty()) {
            mac = address;
          } else if (IP.matcher(value).matches()) {
            arp = true;
          } else if (port.isEmpty() && PORT.matcher(value).matches()) {
            port = value;
          }
        }
      }
    }
    boolean neighbour = !device.isEmpty() && !remote.isEmpty();
    return port.isEmpty() || (!neighbour && mac.isEmpty())
        ? NONE
        : new NeighborRow(
            port, neighbour ? device : "", remote, mac, arp, cells.getFirst().evidence());
  }

  boolean isTable() {
    return !port.isEmpty();
  }

  /** A MAC address as twelve small hexadecimal digits; empty if the text is none. */
  static String address(String text) {
    String small = text.strip().toLowerCase(Locale.ROOT);
    return MAC.matcher(small).matches() ? small.replaceAll("[:.-]", "") : "";
  }
}
