package dev.headroom.app.show;

import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.HexFormat;

/** Output of {@code ibstat} and {@code ibstatus} of infiniband-diags. */
final class IbStatus {
  private IbStatus() {}

  static String ibstat(Server server) {
    StringBuilder out = new StringBuilder();
    for (Nic nic : server.nics()) {
      String guid = hex(nic.guid());
      out.append(
          """
          CA '%s'
          \tCA type: MT%d
          \tNumber of ports: 1
          \tFirmware version: %s
          \tHardware version: 0
          \tNode GUID: %s
          \tSystem image GUID: %s
          \tPort 1:
          \t\tState: %s
          \t\tPhysical state: %s
          \t\tRate: %d
          \t\tBase lid: %d
          \t\tLMC: 0
          \t\tSM lid: %d
          \t\tCapability mask: %s
          \t\tPort GUID: %s
          \t\tLink layer: %s
          """
              .formatted(
                  nic.device(),
                  nic.adapter().part(),
                  nic.adapter().firmware(),
                  guid,
                  guid,
                  nic.up() ? "Active" : "Down",
                  nic.up() ? "LinkUp" : "Disabled",
                  gbps(nic),
                  nic.lid(),
                  nic.infiniband() ? 1 : 0,
                  nic.infiniband() ? "0xa751e848" : "0x00010000",
                  hex(nic.portGuid()),
                  layer(nic)));
    }
    return out.toString();
  }

  static String ibstatus(Server server) {
    StringBuilder out = new StringBuilder();
    for (Nic nic : server.nics()) {
      out.append(
          """
          Infiniband device '%s' port 1 status:
          \tdefault gid:\t %s
          \tbase lid:\t 0x%x
          \tsm lid:\t\t 0x%x
          \tstate:\t\t %s
          \tphys state:\t %s
          \trate:\t\t %s
          \tlink_layer:\t %s

          """
              .formatted(
                  nic.device(),
                  GidTable.local(nic),
                  nic.lid(),
                  nic.infiniband() ? 1 : 0,
                  nic.up() ? "4: ACTIVE" : "1: DOWN",
                  nic.up() ? "5: LinkUp" : "3: Disabled",
                  rate(nic),
                  layer(nic)));
    }
    return out.toString();
  }

  /** Rate of the port, as the kernel writes it. */
  static String rate(Nic nic) {
    return "%d Gb/sec (%s)".formatted(gbps(nic), lanes(nic));
  }

  private static String hex(long guid) {
    return "0x" + HexFormat.of().toHexDigits(guid);
  }

  private static long gbps(Nic nic) {
    return nic.rate().bps() / 1_000_000_000;
  }

  /** Lanes and their rate, as the kernel names it. */
  private static String lanes(Nic nic) {
    long gbps = gbps(nic);
    if (gbps >= 800) {
      return "4X XDR";
    }
    if (gbps >= 400) {
      return "4X NDR";
    }
    if (gbps >= 200) {
      return "4X HDR";
    }
    return gbps >= 100 ? "4X EDR" : gbps >= 40 ? "4X QDR" : gbps >= 25 ? "1X EDR" : "1X QDR";
  }

  static String layer(Nic nic) {
    return nic.infiniband() ? "InfiniBand" : "Ethernet";
  }
}
