package dev.headroom.app.show;

import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * Output of {@code show_gids} of NVIDIA's OFED: four GIDs for an Ethernet port, one for an
 * InfiniBand port. Columns are parted by tabs, and an address is followed by two blanks
 * (Mellanox/mlnx-tools, {@code sbin/show_gids}).
 */
final class GidTable {
  private static final String LINK_LOCAL = "fe80:0000:0000:0000:";

  private GidTable() {}

  static String of(Server server) {
    StringBuilder out = new StringBuilder();
    out.append("DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n");
    out.append("---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---\n");
    int found = 0;
    for (Nic nic : server.nics()) {
      if (nic.infiniband()) {
        // The script calls v1 whatever is not v2; the kernel names no interface of the entry.
        row(out, nic.device(), "1", "0", local(nic), "\t", "v1", "");
        found++;
      } else {
        entry(out, nic, 0, local(nic), "\t", "v1");
        entry(out, nic, 1, local(nic), "\t", "v2");
        entry(out, nic, 2, mapped(nic), nic.ipv4() + "  ", "v1");
        entry(out, nic, 3, mapped(nic), nic.ipv4() + "  ", "v2");
        found += 4;
      }
    }
    return out.append("n_gids_found=").append(found).append('\n').toString();
  }

  private static void entry(
      StringBuilder out, Nic nic, int index, String gid, String ipv4, String version) {
    row(out, nic.device(), "1", String.valueOf(index), gid, ipv4, version, nic.netdev());
  }

  private static void row(StringBuilder out, String... cells) {
    out.append(String.join("\t", cells)).append('\n');
  }

  /** The GID of the port's own interface identifier. */
  static String local(Nic nic) {
    return LINK_LOCAL + groups(nic.portGuid());
  }

  private static String mapped(Nic nic) {
    String bytes =
        Arrays.stream(nic.ipv4().split("\\."))
            .map(part -> HexFormat.of().toHexDigits((byte) Integer.parseInt(part)))
            .collect(Collectors.joining());
    return "0000:0000:0000:0000:0000:ffff:" + bytes.substring(0, 4) + ":" + bytes.substring(4);
  }

  /** 64 bits in four groups of four digits. */
  static String groups(long bits) {
    String digits = HexFormat.of().toHexDigits(bits);
    return digits.replaceAll("(....)(?!$)", "$1:");
  }
}
