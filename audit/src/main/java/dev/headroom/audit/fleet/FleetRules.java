package dev.headroom.audit.fleet;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.host.ElasticFabric;
import dev.headroom.audit.host.Qos;
import dev.headroom.audit.pci.Board;
import dev.headroom.audit.rdma.Gids;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.Gid;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.host.RdmaDevice;
import dev.headroom.formats.host.RdmaPort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** All rules that compare hosts. */
public final class FleetRules {
  private static final String SOURCE =
      "article S1:83; scitix/sichek and cluster-health-scanner compare likewise";

  private FleetRules() {}

  public static List<Rule> all() {
    return List.of(
        new Drift(
            Card.error("fleet.mtu")
                .title("all hosts have the same path MTU")
                .needs("active_mtu of RDMA ports: ibv_devinfo")
                .cause(
                    "Two ends with different MTUs: newer NCCL no longer takes the smaller one, and the receiver refuses what is too long.")
                .modes(23)
                .source("NVIDIA/nccl#1524"),
            ports(RdmaPort::activeMtu),
            "set the same MTU on all interfaces and switches"),
        new Drift(
            Card.error("fleet.rate")
                .title("all hosts have the same port rates")
                .needs("the rate of RDMA ports")
                .cause("The slowest port of a rail sets the pace of every collective on it.")
                .source(SOURCE),
            ports(RdmaPort::rateGbps),
            "look at cable, transceiver and switch port of the slower one"),
        new Drift(
            Card.warning("fleet.gid-index")
                .title("the same GID index can be routed on all hosts")
                .needs("GID tables: show_gids")
                .cause("One NCCL_IB_GID_INDEX for the whole job then is wrong on some hosts.")
                .modes(6)
                .source("NVIDIA/nccl#718, #890; multus-cni#1100"),
            FleetRules::gidIndex,
            "let NCCL choose (unset NCCL_IB_GID_INDEX), or set it for each host in /etc/nccl.conf"),
        new Drift(
            Card.warning("fleet.firmware")
                .title("all NICs of a kind have the same firmware")
                .needs("firmware of RDMA devices: ibstat")
                .cause("A version that behaves differently shows as one slow or failing rail.")
                .source(SOURCE),
            devices(RdmaDevice::firmware),
            "bring all to one version (mlxfwmanager), on empty nodes"),
        new Drift(
            Card.warning("fleet.kernel")
                .title("all hosts run the same kernel")
                .needs("uname -a")
                .cause("Drivers and defaults differ with it.")
                .source(SOURCE),
            host -> one("kernel", host.facts().text(Subject.host(), "kernel")),
            "reboot into the kernel of the others"),
        new Drift(
            Card.error("fleet.environment")
                .title("all hosts give jobs the same NCCL settings")
                .needs("the job's environment")
                .cause(
                    "Ranks that disagree on networks, devices or algorithms hang or fail at the start.")
                .modes(35)
                .source("NCCL environment variables"),
            FleetRules::environment,
            "set the same in /etc/nccl.conf or the job's script everywhere"),
        new Drift(
            Card.error("fleet.trust")
                .title("all hosts sort RDMA alike")
                .needs("mlnx_qos")
                .cause("One host in another class loses packets for all that talk to it.")
                .modes(26)
                .source(SOURCE),
            FleetRules::classes,
            "apply the same mlnx_qos settings everywhere"),
        new Drift(
            Card.warning("fleet.read-request")
                .title("all NICs read alike from memory")
                .needs("lspci -vvv, as root")
                .cause(
                    "It is set by the BIOS or a script; a host where it differs missed one of these.")
                .source(SOURCE),
            pci(PciDevice::readRequestBytes),
            "find out which script or BIOS setting that host missed"),
        new Drift(
            Card.warning("fleet.pci-link")
                .title("all GPUs and NICs at one place have the same PCIe link")
                .needs("lspci -vvv, as root")
                .cause(
                    "The same slot narrower than on other hosts is a fault of card, riser or board.")
                .source(SOURCE),
            pci(PciDevice::linkWidth),
            "seat the card again; look at riser and slot"),
        new Drift(
            Card.warning("fleet.peermem")
                .title("all hosts have nvidia-peermem, or none")
                .needs("lsmod")
                .cause("One host without GPUDirect slows the whole job.")
                .modes(10)
                .source(SOURCE),
            host ->
                one(
                    ElasticFabric.peerMemory(host),
                    host.moduleLoaded(ElasticFabric.peerMemory(host))
                        .map(loaded -> loaded ? "loaded" : "not loaded")),
            ElasticFabric.LOAD + " on the host that lacks it"),
        new Drift(
            Card.warning("fleet.memlock")
                .title("all hosts let jobs pin alike")
                .needs("ulimit -l")
                .cause("Jobs then start on some hosts only.")
                .modes(22)
                .source(SOURCE),
            host -> one("memlock", host.limit("memlock")),
            "write the same limits.d file everywhere"),
        new Drift(
            Card.warning("fleet.command-line")
                .title("the IOMMU is set alike on all hosts")
                .needs("/proc/cmdline")
                .cause("A host with a translating IOMMU is slower than its neighbours.")
                .modes(16)
                .source(SOURCE),
            host ->
                one("iommu", host.facts().text(Subject.host(), "cmdline").map(FleetRules::iommu)),
            "give all hosts the same kernel arguments"),
        new Drift(
            Card.warning("fleet.sysctl")
                .title("kernel settings that RDMA feels are alike")
                .needs("sysctl -a")
                .cause("A host that missed a tuning script is the slow one.")
                .source(SOURCE),
            FleetRules::sysctls,
            "apply the same sysctl.d files everywhere"));
  }

  private static Map<String, Known<String>> one(String part, Known<String> value) {
    return Map.of(part, value);
  }

  private static Function<HostFacts, Map<String, Known<String>>> ports(
      Function<RdmaPort, ? extends Known<?>> value) {
    return host -> {
      Map<String, Known<String>> values = new LinkedHashMap<>();
      for (RdmaPort port : host.rdmaPorts()) {
        if (!port.state().is(state -> !state.startsWith("ACTIVE"))) {
          values.put(port.subject().name(), value.apply(port).map(FleetRules::plain));
        }
      }
      return values;
    };
  }

  private static Function<HostFacts, Map<String, Known<String>>> devices(
      Function<RdmaDevice, Known<String>> value) {
    return host -> {
      Map<String, Known<String>> values = new LinkedHashMap<>();
      host.rdmaDevices().forEach(device -> values.put(device.name(), value.apply(device)));
      return values;
    };
  }

  private static Function<HostFacts, Map<String, Known<String>>> pci(
      Function<PciDevice, ? extends Known<?>> value) {
    return host -> {
      Map<String, Known<String>> values = new LinkedHashMap<>();
      for (PciDevice device : Board.of(host).ends()) {
        values.put(device.address(), value.apply(device).map(FleetRules::plain));
      }
      return values;
    };
  }

  private static String plain(Object value) {
    return value instanceof Double number && number == Math.rint(number)
        ? String.valueOf(number.longValue())
        : String.valueOf(value);
  }

  private static Map<String, Known<String>> gidIndex(HostFacts host) {
    Map<String, Known<String>> values = new LinkedHashMap<>();
    for (RdmaPort port : host.rdmaPorts()) {
      Gids.best(port)
          .ifPresent(gid -> values.put(port.subject().name(), gid.gid().map(_ -> index(gid))));
    }
    return values;
  }

  private static String index(Gid gid) {
    return "index " + gid.index();
  }

  private static Map<String, Known<String>> environment(HostFacts host) {
    Map<String, Known<String>> values = new LinkedHashMap<>();
    for (Subject variable : host.facts().subjects(Thing.ENV)) {
      if (variable.name().matches("NCCL_.*|RCCL_.*")
          && !variable.name().matches("NCCL_(DEBUG|SOCKET_IFNAME|IB_GID_INDEX|TOPO).*")) {
        values.put(variable.name(), host.environment(variable.name()));
      }
    }
    return values;
  }

  private static Map<String, Known<String>> classes(HostFacts host) {
    Map<String, Known<String>> values = new LinkedHashMap<>();
    for (Qos qos : Qos.of(host)) {
      values.put(
          qos.name(),
          host.facts()
              .text(Subject.netdev(qos.name()), "qos.trust")
              .map(trust -> "trust " + trust.strip() + ", PFC " + qos.lossless()));
    }
    return values;
  }

  private static String iommu(String line) {
    List<String> words =
        List.of(line.strip().split("\\s+")).stream()
            .filter(word -> word.contains("iommu"))
            .sorted()
            .toList();
    return words.isEmpty() ? "no iommu argument" : String.join(" ", words);
  }

  private static Map<String, Known<String>> sysctls(HostFacts host) {
    Map<String, Known<String>> values = new LinkedHashMap<>();
    for (String key :
        List.of(
            "kernel.numa_balancing",
            "vm.zone_reclaim_mode",
            "net.ipv4.tcp_rmem",
            "net.ipv4.tcp_wmem",
            "net.core.rmem_max",
            "net.core.wmem_max",
            "net.ipv4.tcp_congestion_control",
            "net.ipv4.conf.all.arp_ignore",
            "net.ipv4.conf.all.rp_filter")) {
      values.put(key, host.sysctl(key).map(text -> text.strip().replaceAll("\\s+", " ")));
    }
    return values;
  }
}
