package dev.headroom.audit.pci;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.host.PciTree;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** PCIe topology of a host: GPUs, NICs and the bridges between them. */
public final class PciTopology {
  private final PciTree tree;
  private final List<PciDevice> gpus;
  private final List<PciDevice> rdmaFunctions;
  private final List<PciDevice> rdmaNics;
  private final List<PciDevice> queried;

  /** Of GPUs, the NICs near them: several rules ask for each NIC. */
  private final Map<Subject, List<PciDevice>> partners = new ConcurrentHashMap<>();

  private PciTopology(PciTree tree) {
    this.tree = tree;
    gpus = tree.devices().stream().filter(PciFunctionTraits::isGpu).toList();
    rdmaFunctions = tree.devices().stream().filter(PciFunctionTraits::isRdmaNic).toList();
    rdmaNics = rdmaFunctions.stream().filter(each -> !PciFunctionTraits.isVirtual(each)).toList();
    queried = tree.devices().stream().filter(PciFunctionTraits::isNameless).toList();
  }

  public static PciTopology of(HostFacts host) {
    return host.view(PciTopology.class, each -> new PciTopology(each.pci()));
  }

  public boolean isEmpty() {
    return tree.devices().isEmpty();
  }

  public List<PciDevice> all() {
    return tree.devices();
  }

  public List<PciDevice> gpus() {
    return gpus;
  }

  /** Whether a NIC is there that does RDMA, or a virtual function of one. */
  public boolean hasRdma() {
    return !rdmaFunctions.isEmpty();
  }

  /** NICs that do RDMA, with their virtual functions. */
  public List<PciDevice> rdmaFunctions() {
    return rdmaFunctions;
  }

  /** NICs that do RDMA; physical functions only. */
  public List<PciDevice> rdmaNics() {
    return rdmaNics;
  }

  /**
   * What RDMA and GPUDirect begin and end at: GPUs, and NICs with their virtual functions; and what
   * somebody asked for by its address alone, which they would do for little else.
   */
  public List<PciDevice> endpoints() {
    return Stream.of(gpus, rdmaFunctions, queried)
        .flatMap(List::stream)
        .sorted(Comparator.comparing(PciDevice::subject))
        .toList();
  }

  /** The bridges above a function, the nearest first. */
  public List<PciDevice> bridgesAbove(PciDevice device) {
    return tree.bridgesAbove(device);
  }

  /** The NICs that share a switch, or at least a root port, with a GPU. */
  public List<PciDevice> partners(PciDevice gpu) {
    return partners.computeIfAbsent(
        gpu.subject(), _ -> rdmaNics.stream().filter(nic -> tree.shareBridge(gpu, nic)).toList());
  }

  /** Whether the list of functions was cut off below a function's root port. */
  public boolean endsBelow(PciDevice device) {
    return tree.endsBelow(device);
  }

  /** GPUs, NICs, and all bridges above them: where traffic of interest passes. */
  public Set<PciDevice> onPath() {
    Set<PciDevice> functions = new LinkedHashSet<>();
    for (PciDevice nic : rdmaNics) {
      functions.add(nic);
      functions.addAll(bridgesAbove(nic));
    }
    for (PciDevice gpu : gpus) {
      functions.add(gpu);
      functions.addAll(bridgesAbove(gpu));
    }
    return functions;
  }

  /** The bridges on the ways of two functions up to where these meet, that one left out. */
  public Way pathBetween(PciDevice a, PciDevice b) {
    List<PciDevice> up = bridgesAbove(a);
    List<PciDevice> down = bridgesAbove(b);
    for (int i = 0; i < up.size(); i++) {
      int j = down.indexOf(up.get(i));
      if (j >= 0) {
        return new Way(up.subList(0, i), down.subList(0, j), Optional.of(up.get(i)));
      }
    }
    return new Way(up, down, Optional.empty());
  }

  /**
   * The way between two functions.
   *
   * @param up bridges above the first, below the meeting point
   * @param down likewise of the second
   * @param meeting the bridge that both are below; none where only the root complex joins them
   */
  public record Way(List<PciDevice> up, List<PciDevice> down, Optional<PciDevice> meeting) {}
}
