package dev.headroom.model.machine;

import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.collective.CpuVendor;
import java.util.ArrayList;
import java.util.List;

/**
 * PCIe slots of GPUs and NICs in a server.
 *
 * @param machine as {@code hosts.machine} names it
 * @param numaNodes how many
 * @param cores of each NUMA node
 * @param gpu as nvidia-smi names it; empty where there is none
 * @param nvlinks that a GPU has towards each other one through switches; 0: none
 * @param gpus where GPUs are
 * @param nics where there is room for NICs, in order
 * @param source where this comes from
 */
public record ServerLayout(
    String machine,
    int numaNodes,
    int cores,
    String gpu,
    int nvlinks,
    List<PcieSlot> gpus,
    List<PcieSlot> nics,
    String source) {
  /** The machine without GPUs. */
  public static final String PLAIN = "server";

  public ServerLayout {
    gpus = List.copyOf(gpus);
    nics = List.copyOf(nics);
  }

  /** Of what make its CPUs are. */
  public CpuVendor cpu() {
    return MachineCatalogue.named(machine).map(each -> each.chips().cpu()).orElse(CpuVendor.INTEL);
  }

  /** Which library runs collectives on its GPUs; of no interest where there is none. */
  public CollectiveLibrary library() {
    return MachineCatalogue.named(machine)
        .map(each -> each.chips().gpu().library())
        .orElse(CollectiveLibrary.NCCL);
  }

  /** Of each core: NVIDIA's Grace has one, the others two. */
  public int threads() {
    return cpu() == CpuVendor.ARM ? 1 : 2;
  }

  /** PCIe switches between a NIC and its root complex. */
  public static int switchesOf(String machine) {
    return of(machine, 1).nics().getFirst().switches().size();
  }

  /** The word for the way from a NIC to the nearest GPU; PIX where there is no GPU. */
  public DeviceDistance nearestGpu(int nic) {
    return gpus.stream()
        .map(gpu -> DeviceDistance.between(nics.get(nic), gpu))
        .min(Enum::compareTo)
        .orElse(DeviceDistance.PIX);
  }

  /**
   * The layout of a machine.
   *
   * @param nics how many NICs a plain server has
   * @throws IllegalArgumentException if there is no such machine
   */
  public static ServerLayout of(String machine, int nics) {
    return switch (machine) {
      case PLAIN ->
          new ServerLayout(
              PLAIN, 2, 32, "", 0, List.of(), apart(2, nics), "two sockets, no PCIe switch");
      case "dgx-a100" -> dgxA100();
      case "dgx-h100" ->
          paired(
              machine, 56, "NVIDIA H100 80GB HBM3", 18, "nvidia-smi topo -m of HGX H100 servers");
      case "hgx-b200" -> paired(machine, 56, "NVIDIA B200", 18, "as HGX H100: one NIC per GPU");
      case "gb200-nvl72" ->
          new ServerLayout(
              machine,
              2,
              72,
              "NVIDIA GB200",
              18,
              apart(2, 4),
              apart(2, 4),
              "a tray of four GPUs, each on a port of its Grace CPU");
      case "cloud-vm" ->
          new ServerLayout(
              machine,
              4,
              24,
              "NVIDIA A100-SXM4-80GB",
              12,
              apart(4, 8),
              apart(4, 8),
              "the guest does not see the PCIe switches");
      case "two-socket" ->
          new ServerLayout(
              machine,
              2,
              32,
              "NVIDIA A100-PCIE-40GB",
              0,
              apart(2, 4),
              List.of(new PcieSlot(0, 4, List.of())),
              "a GPU on each host bridge");
      case "sd665n-h100" -> sd665n();
      case "mi300x" ->
          paired(machine, 96, "AMD Instinct MI300X", 0, "lspci of servers with eight MI300X");
      default ->
          throw new IllegalArgumentException(
              "no machine is named '" + machine + "'; the machines are " + names());
    };
  }

  /** All that {@link #of} knows. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(List.of(PLAIN));
    names.addAll(MachineCatalogue.names());
    return names;
  }

  /** One device of a kind on each host bridge, spread over NUMA nodes in order. */
  private static List<PcieSlot> apart(int numaNodes, int devices) {
    List<PcieSlot> slots = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      slots.add(new PcieSlot(i * numaNodes / Math.max(devices, 1), i, List.of()));
    }
    return slots;
  }

  /** Eight GPUs, each with a NIC below a switch of its own, behind a common one. */
  private static ServerLayout paired(
      String machine, int cores, String gpu, int nvlinks, String source) {
    List<PcieSlot> gpus = new ArrayList<>();
    List<PcieSlot> nics = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int common = 10 * i;
      gpus.add(new PcieSlot(i / 4, i, List.of(common, common + 1)));
      nics.add(new PcieSlot(i / 4, i, List.of(common, common + 2)));
    }
    return new ServerLayout(machine, 2, cores, gpu, nvlinks, gpus, nics, source);
  }

  /** Four GPUs, each behind the PCIe switch that its NIC has inside. */
  private static ServerLayout sd665n() {
    List<PcieSlot> gpus = new ArrayList<>();
    List<PcieSlot> nics = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      gpus.add(new PcieSlot(i / 2, i, List.of(10 * i, 10 * i + 1)));
      nics.add(new PcieSlot(i / 2, i, List.of(10 * i)));
    }
    return new ServerLayout(
        "sd665n-h100",
        2,
        128,
        "NVIDIA H100",
        6,
        gpus,
        nics,
        "lspci -tv and NCCL's log of Lenovo ThinkSystem SD665-N V3");
  }

  /** Two GPUs and two NICs behind each of four switches. */
  private static ServerLayout dgxA100() {
    List<PcieSlot> gpus = new ArrayList<>();
    List<PcieSlot> nics = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int pair = i / 2;
      gpus.add(new PcieSlot(pair / 2, pair, List.of(10 * pair, 10 * pair + 1 + i % 2)));
      nics.add(new PcieSlot(pair / 2, pair, List.of(10 * pair, 10 * pair + 3 + i % 2)));
    }
    return new ServerLayout(
        "dgx-a100",
        2,
        64,
        "NVIDIA A100-SXM4-40GB",
        12,
        gpus,
        nics,
        "NVIDIA DGX A100 system architecture: a PCIe switch for two GPUs and two NICs");
  }
}
