package dev.headroom.audit.cluster;

import dev.headroom.audit.host.DmaBuf;
import dev.headroom.audit.host.EfaHost;
import dev.headroom.audit.pci.PciFunctionTraits;
import dev.headroom.audit.pci.PciTopology;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.Gpu;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.host.TopoDistances;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** PCI Express paths from the NICs of a host to memory. */
final class NicPciePaths {
  /** 10^9 transfers a second of each generation. */
  private static final Map<Double, Integer> GENERATIONS =
      Map.of(2.5, 1, 5.0, 2, 8.0, 3, 16.0, 4, 32.0, 5, 64.0, 6);

  private final HostFacts host;
  private final PciTopology board;

  private NicPciePaths(HostFacts host) {
    this.host = host;
    this.board = PciTopology.of(host);
  }

  static NicPciePaths of(HostFacts host) {
    return new NicPciePaths(host);
  }

  List<PciDevice> nics() {
    return board.rdmaNics();
  }

  /**
   * The function behind a port: as its device says, or its interface. Where neither does, devices
   * are taken to be numbered as the kernel finds functions, by address, if there are as many.
   */
  Optional<PciDevice> deviceOf(RdmaPort port) {
    Optional<String> address =
        host.rdmaDevices().stream()
            .filter(each -> each.name().equals(port.device()))
            .flatMap(each -> each.pci().optional().stream())
            .findFirst()
            .or(() ->
                port.netdev()
                    .optional()
                    .flatMap(name ->
                        host.netDevices().stream()
                            .filter(each -> each.name().equals(name))
                            .flatMap((NetDevice each) -> each.pci().optional().stream())
                            .findFirst()));
    if (address.isEmpty()) {
      return byNumber(port);
    }
    return address.flatMap(each ->
        board.all().stream()
            .filter(function -> function.address().equals(Subject.pciName(each)))
            .findFirst());
  }

  private Optional<PciDevice> byNumber(RdmaPort port) {
    List<String> devices = host.rdmaPorts().stream().map(RdmaPort::device).distinct().toList();
    boolean said = host.rdmaDevices().stream().anyMatch(each -> each.pci().isReported());
    int number = devices.indexOf(port.device());
    return !said && devices.size() == nics().size()
        ? Optional.of(nics().get(number))
        : Optional.empty();
  }

  /** The slowest link from the NIC to its GPU, or to the root where it has none, and registers. */
  void link(PciDevice nic, SortedMap<String, String> settings) {
    List<PciDevice> way = new ArrayList<>(List.of(nic));
    way.addAll(bridges(nic));
    PciDevice slowest = nic;
    for (PciDevice each : way) {
      double carries = PciFunctionTraits.gbps(each);
      if (carries > 0 && carries < PciFunctionTraits.gbps(slowest)) {
        slowest = each;
      }
    }
    Integer generation = GENERATIONS.get(slowest.linkGts().orElse(0.0));
    if (generation != null) {
      settings.put("hosts.pcie.generation", String.valueOf(generation));
    }
    slowest
        .linkWidth()
        .optional()
        .filter(lanes -> List.of(1L, 2L, 4L, 8L, 16L, 32L).contains(lanes))
        .ifPresent(lanes -> settings.put("hosts.pcie.lanes", String.valueOf(lanes)));
    way.stream()
        .flatMap(each -> each.payloadBytes().optional().stream())
        .min(Long::compare)
        .ifPresent(bytes -> settings.put("hosts.pcie.maxPayload", String.valueOf(bytes)));
    nic.readRequestBytes()
        .optional()
        .ifPresent(bytes -> settings.put("hosts.pcie.maxReadRequest", String.valueOf(bytes)));
    host.facts()
        .flag(nic.subject(), "express.DevCtl.ExtTag")
        .optional()
        .ifPresent(wide -> settings.put("hosts.pcie.readTags", wide ? "256" : "32"));
  }

  private List<PciDevice> bridges(PciDevice nic) {
    List<PciDevice> gpus = gpusBeside(nic);
    return gpus.isEmpty() ? board.bridgesAbove(nic) : board.pathBetween(nic, gpus.getFirst()).up();
  }

  private List<PciDevice> gpusBeside(PciDevice nic) {
    return board.gpus().stream().filter(gpu -> board.partners(gpu).contains(nic)).toList();
  }

  /** Where payload lies, and how the NIC gets there. */
  void memory(
      Optional<RdmaPort> port, Optional<PciDevice> nic, SortedMap<String, String> settings) {
    if (board.gpus().isEmpty() && host.gpus().isEmpty()) {
      return;
    }
    settings.put("hosts.memory.place", isDirect() ? "gpu" : "staged");
    nic.flatMap(this::path)
        .or(() -> port.flatMap(this::pathOfMatrix))
        .ifPresent(path -> settings.put(NicModel.GPU_PATH, path));
  }

  /**
   * Whether writes that may not overtake each other are slow: past root complexes of which that is
   * known.
   */
  void order(PciDevice nic, SortedMap<String, String> settings) {
    boolean direct = List.of("pix", "pxb").contains(settings.getOrDefault(NicModel.GPU_PATH, ""));
    if (!direct
        && board.bridgesAbove(nic).stream().anyMatch(PciFunctionTraits::isSlowWithStrictOrdering)) {
      nic.relaxedOrdering()
          .optional()
          .ifPresent(
              relaxed -> settings.put("hosts.pcie.relaxedOrdering", String.valueOf(relaxed)));
    }
  }

  /** Whether NICs may reach GPU memory: not where the modules are listed and none of them can. */
  private boolean isDirect() {
    boolean listed = host.moduleLoaded("nvidia").equalTo(true);
    return !listed
        || DmaBuf.of(host).isUsable().orElse(false)
        || host.moduleLoaded(EfaHost.peerMemory(host)).equalTo(true)
        || host.moduleLoaded("nv_peer_mem").equalTo(true);
  }

  /** Beside a GPU as its switch lets it, elsewhere through the processor. */
  private Optional<String> path(PciDevice nic) {
    List<PciDevice> beside = gpusBeside(nic);
    for (PciDevice gpu : beside) {
      PciTopology.Way way = board.pathBetween(nic, gpu);
      if (isRedirected(way.up()) || isRedirected(way.down())) {
        return Optional.of("phb");
      }
    }
    if (!beside.isEmpty()) {
      return Optional.of("pix");
    }
    if (board.gpus().isEmpty() || board.bridgesAbove(board.gpus().getFirst()).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of("node");
  }

  private static boolean isRedirected(List<PciDevice> bridges) {
    return bridges.stream()
        .anyMatch(
            each -> each.acs("ReqRedir").equalTo(true) || each.acs("CmpltRedir").equalTo(true));
  }

  private Optional<String> pathOfMatrix(RdmaPort port) {
    TopoDistances distances = host.distances();
    List<String> ways = NicModel.NEAREST_FIRST;
    int nearest = ways.size();
    for (Gpu gpu : host.gpus()) {
      String way = distances.gpuToNic(gpu.number(), port.device()).orElse("");
      int rank = ways.indexOf(way.toLowerCase(Locale.ROOT));
      nearest = rank < 0 ? nearest : Math.min(nearest, rank);
    }
    return nearest == ways.size() ? Optional.empty() : Optional.of(ways.get(nearest));
  }
}
