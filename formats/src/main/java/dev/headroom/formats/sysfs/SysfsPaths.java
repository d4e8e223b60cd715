package dev.headroom.formats.sysfs;

import static dev.headroom.formats.sysfs.PathKey.file;
import static dev.headroom.formats.sysfs.PathKey.named;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;

/**
 * The files there are, by the kernel's documentation of its ABI ({@code
 * Documentation/ABI/stable/sysfs-class-infiniband}, {@code testing/sysfs-bus-pci}).
 */
final class SysfsPaths {
  private static final String DEVICE = "([\\w.-]+)";
  private static final String PORT = DEVICE + "/ports/(\\d+)/";
  private static final String PCI = "([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])/";
  private static final String NET = "net/([\\w.@-]+)/";
  private static final String NODE = "node/node(\\d+)/";

  static final List<PathKey> ALL =
      List.of(
          file(DEVICE + "/ports/(\\d+)/state", SysfsPaths::port, RdmaKeys.STATE, SysfsPaths::state),
          file(PORT + "phys_state", SysfsPaths::port, RdmaKeys.PHYSICAL_STATE, SysfsPaths::state),
          file(PORT + "link_layer", SysfsPaths::port, RdmaKeys.LINK_LAYER),
          file(PORT + "rate", SysfsPaths::port, RdmaKeys.RATE_GBPS, SysfsPaths::rate),
          named(
              PORT + "(lid|sm_lid|sm_sl|lid_mask_count|cap_mask)",
              SysfsPaths::port,
              m -> m.group(3)),
          named(
              PORT + "(?:hw_)?counters/(\\w+)",
              SysfsPaths::port,
              m -> RdmaKeys.counter(m.group(3))),
          file(PORT + "gids/(\\d+)", SysfsPaths::gid, RdmaKeys.GID),
          file(
              PORT + "gid_attrs/types/(\\d+)",
              SysfsPaths::gid,
              RdmaKeys.GID_TYPE,
              SysfsPaths::gidType),
          file(PORT + "gid_attrs/ndevs/(\\d+)", SysfsPaths::gid, RdmaKeys.GID_NETDEV),
          file(DEVICE + "/tc/(\\d+)/traffic_class", SysfsPaths::port, "traffic-class"),
          file("infiniband/" + DEVICE + "/device/numa_node", SysfsPaths::rdma, RdmaKeys.NUMA),
          named(
              DEVICE
                  + "/(fw_ver|board_id|hca_type|hw_rev|node_type|node_guid|sys_image_guid|node_desc)",
              SysfsPaths::rdma,
              m -> RdmaKeys.ofSysfs(m.group(2))),
          file(
              "devices/" + PCI + "current_link_speed",
              SysfsPaths::pci,
              PciKeys.LINK_GTS,
              SysfsPaths::first),
          file(
              "devices/" + PCI + "max_link_speed",
              SysfsPaths::pci,
              PciKeys.LINK_MAX_GTS,
              SysfsPaths::first),
          file("devices/" + PCI + "current_link_width", SysfsPaths::pci, PciKeys.LINK_WIDTH),
          file("devices/" + PCI + "max_link_width", SysfsPaths::pci, PciKeys.LINK_MAX_WIDTH),
          file("devices/" + PCI + "numa_node", SysfsPaths::pci, PciKeys.NUMA),
          file("devices/" + PCI + "class", SysfsPaths::pci, PciKeys.CLASS_CODE),
          file("devices/" + PCI + "vendor", SysfsPaths::pci, PciKeys.VENDOR_ID, SysfsPaths::id),
          file("devices/" + PCI + "device", SysfsPaths::pci, PciKeys.DEVICE_ID, SysfsPaths::id),
          named(
              "devices/"
                  + PCI
                  + "(subsystem_vendor|subsystem_device|local_cpulist|enable|d3cold_allowed|power_state|sriov_numvfs|sriov_totalvfs|revision|irq)",
              SysfsPaths::pci,
              m -> m.group(2)),
          named(
              NET + "(mtu|operstate|speed|duplex|address|carrier_changes|tx_queue_len|ifindex)",
              SysfsPaths::net,
              m -> m.group(2)),
          named(NET + "statistics/(\\w+)", SysfsPaths::net, m -> RdmaKeys.counter(m.group(2))),
          named(
              NODE + "(cpulist|distance)",
              m -> Subject.numa(m.group(1)),
              m -> "cpulist".equals(m.group(2)) ? "cpus" : "distances"));

  private SysfsPaths() {}

  private static Subject port(MatchResult path) {
    return Subject.port(path.group(1), path.group(2));
  }

  private static Subject gid(MatchResult path) {
    return Subject.gid(path.group(1), path.group(2), path.group(3));
  }

  private static Subject rdma(MatchResult path) {
    return Subject.rdma(path.group(1));
  }

  private static Subject pci(MatchResult path) {
    return Subject.pci(path.group(1));
  }

  private static Subject net(MatchResult path) {
    return Subject.netdev(path.group(1));
  }

  /** {@code 4: ACTIVE}. */
  private static String state(String text) {
    return RdmaKeys.numberedState(text);
  }

  /** {@code 400 Gb/sec (4X NDR)}: the number. */
  private static String rate(String text) {
    return first(text);
  }

  private static String first(String text) {
    int blank = text.indexOf(' ');
    return blank < 0 ? text : text.substring(0, blank);
  }

  /** {@code IB/RoCE v1}, {@code RoCE v2}. */
  private static String gidType(String text) {
    return RdmaKeys.gidType(text);
  }

  private static String id(String text) {
    return text.toLowerCase(Locale.ROOT).replaceFirst("^0x", "");
  }
}
