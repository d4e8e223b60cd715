package dev.headroom.audit.fleet;

import dev.headroom.audit.host.EfaHost;
import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.audit.pci.PciTopology;
import dev.headroom.audit.rdma.ReachableGid;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.GidEntry;
import dev.headroom.formats.host.Gpu;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.host.RdmaDevice;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.host.RoceMtu;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Values of hosts that can be compared, by part: {@code mlx5_0} to {@code 4096}. */
enum HostValues {
  /** As the port reports it; where no input has that, by the MTU of its interface. */
  PATH_MTU(HostValues::pathMtus),
  PORT_RATE(ports(RdmaPort::rateGbps)),
  /** The index of the best GID of each port. */
  GID_INDEX(HostValues::gidIndex),
  NIC_FIRMWARE(devices(RdmaDevice::firmware)),
  /** The hardware of each RDMA device, {@code MT4129}, or that the device is present. */
  NICS(devices(HostValues::hardware)),
  /** The product of each GPU, by PCI address where that is known. */
  GPUS(gpus(Gpu::product)),
  /** How many GPUs a complete list names, from number 0 on. */
  GPU_COUNT(host -> one("GPUs", gpuCount(host))),
  GPU_FIRMWARE(gpus(Gpu::vbios)),
  GPU_DRIVER(host -> one("driver", host.facts().text(Subject.host(), "nvidia.driver"))),
  /** How many NVLinks of each GPU are up. */
  NVLINKS(gpus(HostValues::nvlinks)),
  /** The maker of the optical module or cable of each interface. */
  MODULE_VENDOR(HostValues::moduleVendors),
  KERNEL(host -> one("kernel", host.facts().text(Subject.host(), "kernel"))),
  /** NCCL's and RCCL's variables, but for those that may differ. */
  NCCL_ENVIRONMENT(HostValues::environment),
  /** By what interfaces sort packets into classes. */
  TRUST(HostValues::trust),
  /** Priorities with PFC of each interface. */
  LOSSLESS_PRIORITIES(HostValues::lossless),
  /** The traffic class of each RDMA device, and the priority of RDMA's DSCPs at each interface. */
  RDMA_CLASSES(RdmaClassValues::of),
  /** Parameters of congestion control of all NICs together. */
  CONGESTION_CONTROL(CongestionValues::of),
  /** MaxReadReq of GPUs and NICs. */
  READ_REQUEST(pci(PciDevice::readRequestBytes)),
  /** Lanes of GPUs and NICs. */
  LINK_WIDTH(pci(PciDevice::linkWidth)),
  /** Whether the module is loaded that lets NICs reach GPUs. */
  PEER_MEMORY(host ->
      one(
          EfaHost.peerMemory(host),
          host.moduleLoaded(EfaHost.peerMemory(host))
              .map(loaded -> loaded ? "loaded" : "not loaded"))),
  MEMORY_LOCK(host -> one("memlock", host.limit("memlock"))),
  /** What the kernel's command line says of it. */
  IOMMU(host -> one("iommu", host.facts().text(Subject.host(), "cmdline").map(HostValues::iommu))),
  KERNEL_SETTINGS(HostValues::sysctls);

  private static final Pattern NVLINK_RATE = Pattern.compile("nvlink\\.\\d+\\.gbytes");

  @SuppressWarnings("ImmutableEnumChecker") // only ever functions without a state
  private final Function<HostFacts, Map<String, ReportedValue<String>>> values;

  HostValues(Function<HostFacts, Map<String, ReportedValue<String>>> values) {
    this.values = values;
  }

  /** Its name in files: {@code nic-firmware}. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Map<String, ReportedValue<String>> of(HostFacts host) {
    return values.apply(host);
  }

  private static Map<String, ReportedValue<String>> one(String part, ReportedValue<String> value) {
    return Map.of(part, value);
  }

  private static Function<HostFacts, Map<String, ReportedValue<String>>> ports(
      Function<RdmaPort, ? extends ReportedValue<?>> value) {
    return host -> {
      Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
      for (RdmaPort port : host.rdmaPorts()) {
        if (!port.state().matches(state -> !state.startsWith("ACTIVE"))) {
          values.put(port.subject().name(), value.apply(port).map(HostValues::plain));
        }
      }
      return values;
    };
  }

  private static Function<HostFacts, Map<String, ReportedValue<String>>> devices(
      Function<RdmaDevice, ReportedValue<String>> value) {
    return host -> {
      Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
      host.rdmaDevices().forEach(device -> values.put(device.name(), value.apply(device)));
      return values;
    };
  }

  private static Function<HostFacts, Map<String, ReportedValue<String>>> pci(
      Function<PciDevice, ? extends ReportedValue<?>> value) {
    return host -> {
      Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
      for (PciDevice device : PciTopology.of(host).endpoints()) {
        values.put(device.address(), value.apply(device).map(HostValues::plain));
      }
      return values;
    };
  }

  private static ReportedValue<String> hardware(RdmaDevice device) {
    return device.hardware().isReported()
        ? device.hardware()
        : device.facts().firstFactsOf(device.subject()).stream()
            .findFirst()
            .map(fact -> ReportedValue.reported("present", fact.evidence()))
            .orElseGet(device::hardware);
  }

  private static Function<HostFacts, Map<String, ReportedValue<String>>> gpus(
      Function<Gpu, ReportedValue<String>> value) {
    return host -> {
      Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
      for (Gpu gpu : host.gpus()) {
        values.put(gpu.pci().orElse("GPU " + gpu.number()), value.apply(gpu));
      }
      return values;
    };
  }

  /** Where only some GPUs were queried, numbers are missing, and one alone may be a selection. */
  private static ReportedValue<String> gpuCount(HostFacts host) {
    List<Gpu> gpus = host.gpus().stream().filter(gpu -> gpu.product().isReported()).toList();
    List<Integer> numbers =
        gpus.stream()
            .map(gpu -> gpu.subject().name())
            .filter(name -> name.matches("\\d{1,3}"))
            .map(Integer::valueOf)
            .sorted()
            .toList();
    boolean complete =
        numbers.size() > 1
            && numbers.size() == gpus.size()
            && numbers.getLast() == numbers.size() - 1;
    return complete
        ? gpus.getLast().product().map(product -> numbers.size() + " GPUs")
        : ReportedValue.unreported("nvidia-smi -L");
  }

  private static ReportedValue<String> nvlinks(Gpu gpu) {
    List<Fact> links =
        gpu.facts().firstFactsOf(gpu.subject(), key -> NVLINK_RATE.matcher(key).matches());
    return links.isEmpty()
        ? ReportedValue.unreported("nvidia-smi nvlink -s")
        : ReportedValue.reported(links.size() + " links", links.getFirst().evidence());
  }

  private static Map<String, ReportedValue<String>> moduleVendors(HostFacts host) {
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
    for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV, "module.")) {
      values.put(netdev.name(), host.facts().text(netdev, "module.vendor-name"));
    }
    return values;
  }

  private static String plain(Object value) {
    return value instanceof Double number && number == Math.rint(number)
        ? String.valueOf(number.longValue())
        : String.valueOf(value);
  }

  private static Map<String, ReportedValue<String>> gidIndex(HostFacts host) {
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
    for (RdmaPort port : host.rdmaPorts()) {
      ReachableGid.best(port)
          .ifPresent(gid -> values.put(port.subject().name(), gid.gid().map(_ -> index(gid))));
    }
    return values;
  }

  private static String index(GidEntry gid) {
    return "index " + gid.index();
  }

  private static Map<String, ReportedValue<String>> environment(HostFacts host) {
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
    for (Subject variable : host.facts().subjects(SubjectKind.ENV)) {
      if (variable.name().matches("NCCL_.*|RCCL_.*")
          && !variable.name().matches("NCCL_(DEBUG|SOCKET_IFNAME|IB_GID_INDEX|TOPO).*")) {
        values.put(variable.name(), host.environment(variable.name()));
      }
    }
    return values;
  }

  private static Map<String, ReportedValue<String>> trust(HostFacts host) {
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
    for (InterfaceQos qos : InterfaceQos.of(host)) {
      values.put(qos.name(), qos.trust().map(trust -> "trust " + trust.strip()));
    }
    return values;
  }

  private static Map<String, ReportedValue<String>> lossless(HostFacts host) {
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
    for (InterfaceQos qos : InterfaceQos.of(host)) {
      qos.pfcEvidence().stream()
          .findFirst()
          .ifPresent(line ->
              values.put(qos.name(), ReportedValue.reported("PFC " + qos.lossless(), line)));
    }
    return values;
  }

  private static Map<String, ReportedValue<String>> pathMtus(HostFacts host) {
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
    for (RdmaPort port : host.rdmaPorts()) {
      if (!port.state().matches(state -> !state.startsWith("ACTIVE"))) {
        values.put(port.subject().name(), RoceMtu.of(host, port).map(HostValues::plain));
      }
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

  private static Map<String, ReportedValue<String>> sysctls(HostFacts host) {
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
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
