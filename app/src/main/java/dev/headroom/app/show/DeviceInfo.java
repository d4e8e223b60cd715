package dev.headroom.app.show;

import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.Locale;

/** Output of {@code ibv_devinfo} of rdma-core and {@code rdma link} of iproute2. */
final class DeviceInfo {
  private static final int LARGEST_MTU = 4096;

  private DeviceInfo() {}

  static String of(Server server) {
    StringBuilder out = new StringBuilder();
    for (Nic nic : server.nics()) {
      String guid = GidTable.groups(nic.guid());
      out.append(
          """
          hca_id:\t%s
          \ttransport:\t\t\tInfiniBand (0)
          \tfw_ver:\t\t\t\t%s
          \tnode_guid:\t\t\t%s
          \tsys_image_guid:\t\t\t%s
          \tvendor_id:\t\t\t0x02c9
          \tvendor_part_id:\t\t\t%d
          \thw_ver:\t\t\t\t0x0
          \tboard_id:\t\t\t%s
          \tphys_port_cnt:\t\t\t1
          \t\tport:\t1
          \t\t\tstate:\t\t\t%s
          \t\t\tmax_mtu:\t\t4096 (5)
          \t\t\tactive_mtu:\t\t%s
          \t\t\tsm_lid:\t\t\t%d
          \t\t\tport_lid:\t\t%d
          \t\t\tport_lmc:\t\t0x00
          \t\t\tlink_layer:\t\t%s

          """
              .formatted(
                  nic.device(),
                  nic.adapter().firmware(),
                  guid,
                  guid,
                  nic.adapter().part(),
                  nic.adapter().board(),
                  nic.up() ? "PORT_ACTIVE (4)" : "PORT_DOWN (1)",
                  mtu(nic.mtu()),
                  nic.infiniband() ? 1 : 0,
                  nic.lid(),
                  IbStatus.layer(nic)));
    }
    return out.toString();
  }

  /** The path MTU in force, at most {@value #LARGEST_MTU}, with its number in verbs. */
  private static String mtu(int bytes) {
    int power = Math.min(LARGEST_MTU, Integer.highestOneBit(Math.max(bytes, 256)));
    return power + " (" + (Integer.numberOfTrailingZeros(power) - 7) + ")";
  }

  static String links(Server server) {
    StringBuilder out = new StringBuilder();
    for (Nic nic : server.nics()) {
      String state = nic.up() ? "ACTIVE physical_state LINK_UP" : "DOWN physical_state DISABLED";
      out.append(
          nic.infiniband()
              ? String.format(
                  Locale.ROOT,
                  "link %s/1 subnet_prefix fe80:0000:0000:0000 lid %d sm_lid 1 lmc 0 state %s\n",
                  nic.device(),
                  nic.lid(),
                  state)
              : "link " + nic.device() + "/1 state " + state + " netdev " + nic.netdev() + "\n");
    }
    return out.toString();
  }
}
