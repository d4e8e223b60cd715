package dev.headroom.formats.sysfs;

import static dev.headroom.formats.sysfs.SysfsPathKey.file;
import static dev.headroom.formats.sysfs.SysfsPathKey.named;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;

/**
 * Known sysfs and procfs paths, by the kernel's documentation of its ABI ({@code
 * Documentation/ABI/stable/sysfs-class-infiniband}, {@code testing/sysfs-bus-pci}).
 */
final class SysfsPaths {
  private static final String DEVICE = "([\\w.-]+)";
  private static final String PORT = DEVICE + "/ports/(\\d+)/";
  private static final String PCI = "([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])/";
  private static final String NET = "net/([\\w.@-]+)/";
  private static final String NODE = "node/node(\\d+)/";

  static final List<SysfsPathKey> ALL =
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
              PORT + "(?:hw_)?counters/([\\w ]+)",
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
              m -> "cpulist".equals(m.group(2)) ? "cpus" : "distances"),
          file(DEVICE + "/ports/(\\d+)/pkeys/\\d+", SysfsPaths::port, "pkey"),
          file(DEVICE + "/ttl/(\\d+)/ttl", SysfsPaths::port, "ttl"),
          named(
              DEVICE + "/hw_counters/([\\w ]+)",
              SysfsPaths::rdma,
              m -> RdmaKeys.counter(m.group(2))),
          named(
              "rdma_cm/" + PORT + "(default_roce_mode|default_roce_tos)",
              SysfsPaths::port,
              m -> "cm." + m.group(3)),
          file("devices/" + PCI + "iommu_group/type", SysfsPaths::pci, "iommu.type"),
          named(
              "devices/"
                  + PCI
                  + "(aer_dev_correctable|aer_dev_fatal|aer_dev_nonfatal|ari_enabled|reset_method)",
              SysfsPaths::pci,
              m -> m.group(2)),
          named(
              "debug/mlx5/([0-9a-f:.]+)/cc_params/(\\w+)",
              SysfsPaths::pci,
              m -> "dcqcn." + m.group(2)),
          named(
              NET
                  + "(carrier|flags|type|iflink|ifalias|dev_id|dev_port|phys_port_name|phys_switch_id)",
              SysfsPaths::net,
              m -> m.group(2)),
          named(NET + "device/(sriov_numvfs|sriov_totalvfs)", SysfsPaths::net, m -> m.group(2)),
          named(NET + "bonding/(\\w+)", SysfsPaths::net, m -> "bond." + m.group(2)),
          named(
              NET + "ecn/(roce_np|roce_rp)/enable/(\\d)",
              SysfsPaths::net,
              m -> "ecn." + m.group(2) + ".enable." + m.group(3)),
          named(
              NET + "ecn/(roce_np|roce_rp)/(?:params/)?(\\w+)",
              SysfsPaths::net,
              m -> "ecn." + m.group(2) + "." + m.group(3)),
          named("config/bnxt_re/" + PORT + "cc/(\\w+)", SysfsPaths::port, m -> "cc." + m.group(3)),
          named("config/irdma/" + DEVICE + "/(\\w+)", SysfsPaths::rdma, m -> "cc." + m.group(2)),
          named(NET + "qos/(\\w+)", SysfsPaths::net, m -> "qos." + m.group(2)),
          named(
              "sys/module/(\\w+)/(version|srcversion|initstate|refcnt)",
              m -> Subject.module(m.group(1)),
              m -> m.group(2)),
          named(
              "sys/module/(\\w+)/parameters/(\\w+)",
              m -> Subject.module(m.group(1)),
              m -> "parameter." + m.group(2)),
          named(
              "proc/irq/(\\d+)/(smp_affinity_list|effective_affinity_list|smp_affinity|node)",
              m -> new Subject(SubjectKind.IRQ, m.group(1)),
              m -> m.group(2).replace('_', '-')),
          named(
              "proc/sys/((?:kernel|net|vm|fs)/[\\w./-]+)",
              m -> new Subject(SubjectKind.SYSCTL, m.group(1).replace('/', '.')),
              _ -> "value"),
          named("sys/class/dmi/id/(\\w+)", _ -> Subject.host(), m -> "dmi." + m.group(1)),
          named(
              "sys/devices/system/cpu/((?:smt/)?[a-z_]+)",
              _ -> new Subject(SubjectKind.CPU, ""),
              m -> m.group(1).replace('/', '.')),
          named(
              "(?:cpufreq/policy|cpu(?=\\d+/cpufreq/))(\\d+)(?:/cpufreq)?/(\\w+)",
              m -> new Subject(SubjectKind.CPU, m.group(1)),
              m -> m.group(2)),
          named(
              "cpu0/cpuidle/state(\\d+)/(\\w+)",
              m -> new Subject(SubjectKind.CPU, "idle state " + m.group(1)),
              m -> m.group(2)),
          named("clocksource0/(current_clocksource)", _ -> Subject.host(), m -> m.group(1)),
          named(
              "transparent_hugepage/(enabled|defrag)",
              _ -> Subject.host(),
              m -> "thp." + m.group(1)),
          named(
              "hugepages/(hugepages-\\w+)/(nr_hugepages|free_hugepages)",
              _ -> Subject.host(),
              m -> m.group(1) + "." + m.group(2)),
          named("sys/fs/cgroup/([\\w.]+)", _ -> Subject.host(), m -> "cgroup." + m.group(1)),
          named("sys/hypervisor/(type)", _ -> Subject.host(), _ -> "hypervisor"),
          named(NODE + "(meminfo|numastat)", m -> Subject.numa(m.group(1)), m -> m.group(2)),
          named(
              "proc/driver/nvidia/(version|params)",
              _ -> Subject.host(),
              m -> "nvidia." + m.group(1)),
          named(
              "proc/driver/nvidia/gpus/([0-9a-f:.]+)/information",
              SysfsPaths::pci,
              _ -> "nvidia.information"),
          named(
              "proc/driver/nvidia-fs/(\\w+)", _ -> Subject.host(), m -> "nvidia-fs." + m.group(1)),
          named(
              "proc/net/(dev|softnet_stat|arp|route|snmp|netstat)",
              _ -> Subject.host(),
              m -> "net." + m.group(1)),
          named("proc/net/vlan/([\\w.@-]+)", SysfsPaths::net, _ -> "vlan"),
          named(
              "proc/(?:1|self)/(cgroup|status)", _ -> Subject.host(), m -> "process." + m.group(1)),
          named(
              "proc/(uptime|loadavg|meminfo|cpuinfo)",
              _ -> Subject.host(),
              m -> "proc." + m.group(1)),
          named("etc/(os-release)", _ -> Subject.host(), _ -> "os-release"),
          file("etc/hostname", _ -> Subject.host(), "hostname"));

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
