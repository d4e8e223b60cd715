package dev.headroom.model.machine;

import static dev.headroom.model.collective.ChannelGraph.NONE;
import static dev.headroom.model.collective.ChannelGraph.nvlink;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.ChannelGraphs;
import dev.headroom.model.collective.CpuVendor;
import dev.headroom.model.collective.GpuGeneration;
import dev.headroom.model.collective.GpuPaths;
import dev.headroom.model.collective.PathClass;
import dev.headroom.unit.Rate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Machines selected by name.
 *
 * <p>Unless they say otherwise, their channels are what NCCL 2.30.7's own search ({@code
 * search.cc}) found when it was given a topology file of such a machine; docs/validation.md says
 * how.
 */
public final class MachineCatalogue {
  private static final String SEARCH = "; channels: NCCL 2.30.7's search on such a topology";

  // Two GPUs and two NICs behind each switch: rings leave by the NIC they enter by, from the other
  // GPU of the pair.
  private static final GpuPaths DGX_A100_RINGS =
      new GpuPaths(
          List.of(
              List.of(0, 7, 6, 5, 4, 3, 2, 1),
              List.of(1, 2, 3, 4, 5, 6, 7, 0),
              List.of(2, 1, 0, 7, 6, 5, 4, 3),
              List.of(3, 4, 5, 6, 7, 0, 1, 2),
              List.of(4, 3, 2, 1, 0, 7, 6, 5),
              List.of(5, 6, 7, 0, 1, 2, 3, 4),
              List.of(6, 5, 4, 3, 2, 1, 0, 7),
              List.of(7, 0, 1, 2, 3, 4, 5, 6)),
          false);

  private static final GpuPaths DGX_A100_TREES =
      new GpuPaths(
          List.of(
              List.of(0, 1, 2, 3, 4, 5, 6, 7),
              List.of(1, 0, 7, 6, 5, 4, 3, 2),
              List.of(2, 3, 4, 5, 6, 7, 0, 1),
              List.of(3, 2, 1, 0, 7, 6, 5, 4),
              List.of(4, 5, 6, 7, 0, 1, 2, 3),
              List.of(5, 4, 3, 2, 1, 0, 7, 6),
              List.of(6, 7, 0, 1, 2, 3, 4, 5),
              List.of(7, 6, 5, 4, 3, 2, 1, 0)),
          false);

  private static final GpuPaths DGX_A100_STAGED_RINGS =
      new GpuPaths(
          List.of(
              List.of(0, 7, 6, 5, 4, 3, 2, 1),
              List.of(2, 1, 0, 7, 6, 5, 4, 3),
              List.of(4, 3, 2, 1, 0, 7, 6, 5),
              List.of(6, 5, 4, 3, 2, 1, 0, 7)),
          false);

  // Not from a search: as fast as its tree, with a head for each NIC (NVIDIA/nccl#320 lists such
  // channels of a DGX A100), and as NICs are.
  private static final ChannelGraph DGX_A100_CHAIN =
      nvlink(8, 30, 24).to(PathClass.PXB).asSimpleTree();

  private static final ChannelGraph DGX_A100_DIRECT =
      nvlink(8, 24, 24).to(PathClass.PXB).inSameOrder();

  private static final Machine DGX_A100 =
      new Machine(
          "dgx-a100",
          "8 A100 with NVSwitch, 8 NICs of 200 Gb/s",
          new Machine.Chips(GpuGeneration.AMPERE, CpuVendor.AMD),
          8,
          new Machine.Peers(240),
          new Machine.Rails(8, Rate.ofGbps(200), 2),
          new Machine.Found(
              rings(nvlink(12, 20, 20).inSameOrder()),
              new ChannelGraphs(
                  nvlink(8, 24, 24).to(PathClass.PXB).along(DGX_A100_RINGS),
                  nvlink(8, 30, 24).to(PathClass.PXB).along(DGX_A100_TREES),
                  NONE,
                  DGX_A100_CHAIN,
                  DGX_A100_DIRECT),
              new ChannelGraphs(
                  nvlink(4, 12, 12).to(PathClass.PHB).along(DGX_A100_STAGED_RINGS),
                  nvlink(4, 24, 12).to(PathClass.PHB),
                  NONE,
                  NONE,
                  NONE)),
          "NVIDIA DGX A100 system architecture: 12 NVLinks per GPU, 8 ConnectX-6 200 Gb/s"
              + SEARCH);

  // Behind the CPU: rings by four of the eight NICs, two channels each.
  private static final GpuPaths HGX_STAGED_RINGS =
      new GpuPaths(
          List.of(
              List.of(1, 0, 7, 6, 5, 4, 3, 2),
              List.of(2, 3, 4, 5, 6, 7, 0, 1),
              List.of(5, 4, 3, 2, 1, 0, 7, 6),
              List.of(6, 7, 0, 1, 2, 3, 4, 5)),
          false);

  private static final ChannelGraph HGX_STAGED_RING =
      nvlink(8, 20, 20).to(PathClass.PHB).over(4).along(HGX_STAGED_RINGS);

  private static final ChannelGraph HGX_STAGED_TREE =
      nvlink(8, 40, 20).to(PathClass.PHB).asSimpleTree();

  private static final ChannelGraph HGX_STAGED_NVLS = nvlink(8, 20, 20).to(PathClass.PHB);

  private static final Machine DGX_H100 =
      new Machine(
          "dgx-h100",
          "8 H100 with NVSwitch and NVLS, 8 NICs of 400 Gb/s",
          new Machine.Chips(GpuGeneration.HOPPER, CpuVendor.INTEL),
          8,
          new Machine.Peers(370.8),
          new Machine.Rails(8, Rate.ofGbps(400), 1),
          new Machine.Found(
              withNvls(nvlink(12, 30, 30).inSameOrder(), nvlink(8, 40, 60)),
              new ChannelGraphs(
                  nvlink(8, 48, 48),
                  nvlink(8, 48, 48).asSimpleTree(),
                  nvlink(8, 40, 48),
                  nvlink(8, 48, 48).asSimpleTree(),
                  nvlink(8, 48, 48).inSameOrder()),
              new ChannelGraphs(
                  HGX_STAGED_RING,
                  HGX_STAGED_TREE,
                  HGX_STAGED_NVLS,
                  HGX_STAGED_TREE,
                  nvlink(8, 40, 20).to(PathClass.PHB).inSameOrder())),
          "NVIDIA DGX H100 system architecture: 18 NVLinks per GPU, 8 ConnectX-7 400 Gb/s"
              + SEARCH);

  private static final Machine HGX_B200 =
      new Machine(
          "hgx-b200",
          "8 B200 with NVSwitch and NVLS, 8 NICs of 400 Gb/s",
          new Machine.Chips(GpuGeneration.BLACKWELL, CpuVendor.INTEL),
          8,
          new Machine.Peers(721.8),
          new Machine.Rails(8, Rate.ofGbps(400), 1),
          new Machine.Found(
              withNvls(nvlink(16, 45, 45).inSameOrder(), nvlink(8, 80, 90)),
              new ChannelGraphs(
                  nvlink(8, 48, 48).to(PathClass.PXN),
                  nvlink(8, 96, 48).asSimpleTree(),
                  nvlink(8, 48, 48),
                  NONE,
                  NONE),
              new ChannelGraphs(HGX_STAGED_RING, HGX_STAGED_TREE, HGX_STAGED_NVLS, NONE, NONE)),
          "NVIDIA HGX B200: 18 fifth-generation NVLinks per GPU, 8 ConnectX-7 400 Gb/s" + SEARCH);

  private static final Machine GB200_NVL72 =
      new Machine(
          "gb200-nvl72",
          "a rack of 72 GB200 in one NVLink domain, with one 400 Gb/s NIC per GPU",
          new Machine.Chips(GpuGeneration.BLACKWELL, CpuVendor.ARM),
          72,
          new Machine.Peers(721.8),
          new Machine.Rails(72, Rate.ofGbps(400)),
          new Machine.Found(
              withNvls(nvlink(16, 45, 45), nvlink(32, 20, 40)),
              new ChannelGraphs(
                  nvlink(16, 45.1, 45.1).to(PathClass.P2C),
                  nvlink(16, 45.1, 45.1).to(PathClass.P2C),
                  nvlink(32, 20, 40).to(PathClass.P2C),
                  NONE,
                  NONE)),
          "NVIDIA GB200 NVL72: 18 fifth-generation NVLinks per GPU, 4 ConnectX-7 400 Gb/s per tray"
              + SEARCH);

  private static final Machine CLOUD_VM =
      new Machine(
          "cloud-vm",
          "a virtual machine with 8 A100 and 8 NICs of 200 Gb/s; the guest does not see the "
              + "PCIe switches",
          new Machine.Chips(GpuGeneration.AMPERE, CpuVendor.AMD),
          8,
          new Machine.Peers(240),
          new Machine.Rails(8, Rate.ofGbps(200)),
          new Machine.Found(
              rings(nvlink(12, 20, 20).inSameOrder()),
              new ChannelGraphs(
                  nvlink(8, 24, 24).to(PathClass.PHB),
                  nvlink(8, 30, 24).to(PathClass.PHB),
                  NONE,
                  NONE,
                  NONE)),
          "Azure NDm A100 v4 without its topology file: every path over the CPU" + SEARCH);

  private static final Machine TWO_SOCKET =
      new Machine(
          "two-socket",
          "two sockets with 2 A100 each on PCIe Gen4, and one 100 Gb/s NIC at the first socket",
          new Machine.Chips(GpuGeneration.AMPERE, CpuVendor.INTEL),
          4,
          new Machine.Peers(24),
          new Machine.Rails(1, Rate.ofGbps(100)),
          new Machine.Found(
              rings(pcie(20, 20).inSameOrder()),
              new ChannelGraphs(pcie(12, 12).inSameOrder(), pcie(15, 12), NONE, NONE, NONE)),
          "PCIe Gen4 x16 as in NCCL's topo.h" + SEARCH);

  // "Channel 00/16 : 0 1 2 3 4 5 6 7" and what follows of NCCL 2.26.2's log, machine by machine.
  private static final GpuPaths SD665N_RINGS =
      new GpuPaths(
          List.of(
              List.of(0, 1, 2, 3), List.of(1, 3, 2, 0), List.of(2, 1, 0, 3), List.of(3, 1, 0, 2)),
          false);

  // "Channel 00/08 : 0 2 6 4 7 5 1 3": in and out by two of four NICs.
  private static final GpuPaths SD665N_STAGED_RINGS =
      new GpuPaths(List.of(List.of(1, 3, 0, 2), List.of(2, 0, 3, 1)), true);

  private static final Machine SD665N_H100 =
      new Machine(
              "sd665n-h100",
              "4 H100 with direct NVLink connections, and 4 NICs of 400 Gb/s, each with one "
                  + "GPU behind it",
              new Machine.Chips(GpuGeneration.HOPPER, CpuVendor.AMD),
              4,
              new Machine.Peers(370.8),
              new Machine.Rails(4, Rate.ofGbps(400), 1),
              new Machine.Found(
                  rings(nvlink(12, 30.9, 30.9)),
                  new ChannelGraphs(
                      nvlink(8, 24, 24).to(PathClass.PXN).over(4).along(SD665N_RINGS),
                      nvlink(8, 48, 24).to(PathClass.PXB).asSimpleTree().over(4),
                      NONE,
                      NONE,
                      NONE),
                  new ChannelGraphs(
                      nvlink(4, 24, 24).to(PathClass.PHB).over(2).along(SD665N_STAGED_RINGS),
                      nvlink(4, 48, 24).to(PathClass.PHB),
                      NONE,
                      NONE,
                      NONE,
                      // "1[1] -> 5[1] [send] via NET/IB/5", the NIC next to GPU 0
                      List.of(0, 0, 3, 3))),
              "Lenovo ThinkSystem SD665-N V3; channels over the network: NCCL 2.26.2's own "
                  + "log on two of them at the Massachusetts Open Cloud, with and without GPUDirect")
          .meshed();

  // rome_model_79 of RCCL's rome_models.cc: seven rings that use each of 28 pairs of GPUs twice,
  // and the same the other way round.
  private static final List<List<Integer>> XGMI_ONE_WAY =
      List.of(
          List.of(0, 1, 2, 3, 4, 5, 6, 7),
          List.of(0, 1, 2, 3, 4, 5, 7, 6),
          List.of(0, 2, 4, 1, 3, 6, 5, 7),
          List.of(0, 2, 4, 6, 1, 7, 3, 5),
          List.of(0, 3, 1, 5, 2, 7, 4, 6),
          List.of(0, 3, 5, 1, 6, 2, 7, 4),
          List.of(0, 4, 1, 7, 3, 6, 2, 5));

  private static final GpuPaths XGMI_RINGS =
      new GpuPaths(
          Stream.concat(XGMI_ONE_WAY.stream(), XGMI_ONE_WAY.stream().map(List::reversed)).toList(),
          false);

  // "Channel 00/64 : 0 5 7 6 4 12 14 15 13 8 10 11 9 1 3 2" and what follows of RCCL 2.22.3's log,
  // from where it enters the first machine: in all, each GPU's link to each other one once.
  private static final GpuPaths XGMI_RINGS_OUT =
      new GpuPaths(
          List.of(
              List.of(1, 3, 2, 0, 5, 7, 6, 4),
              List.of(3, 1, 2, 5, 0, 7, 4, 6),
              List.of(2, 7, 1, 0, 6, 3, 4, 5),
              List.of(0, 4, 1, 5, 2, 3, 6, 7),
              List.of(5, 6, 2, 4, 0, 1, 7, 3),
              List.of(7, 5, 4, 3, 0, 2, 6, 1),
              List.of(6, 0, 3, 5, 1, 4, 7, 2),
              List.of(4, 2, 1, 6, 5, 3, 7, 0)),
          true);

  // "Trees [0] 4/-1/-1->7->6 [1] ..." of the same log, from where each is joined with the other's.
  private static final GpuPaths XGMI_TREES_OUT =
      new GpuPaths(
          List.of(
              List.of(1, 3, 2, 5, 0, 6, 7, 4),
              List.of(3, 1, 5, 4, 0, 7, 2, 6),
              List.of(2, 0, 1, 7, 6, 3, 4, 5),
              List.of(0, 2, 4, 1, 6, 5, 3, 7),
              List.of(5, 7, 3, 6, 1, 0, 4, 2),
              List.of(7, 5, 6, 2, 1, 4, 3, 0),
              List.of(6, 4, 7, 0, 5, 1, 2, 3),
              List.of(4, 6, 0, 3, 5, 2, 7, 1)),
          false);

  /** A link of xGMI as RCCL counts it, {@code GFX94X_XGMI_WIDTH}; 64 GB/s by its data sheet. */
  private static final double XGMI_GBPS = 48;

  private static final Machine MI300X =
      new Machine(
              "mi300x",
              "8 MI300X or MI325X, each with an xGMI link to every other, and 8 NICs of 400 Gb/s",
              new Machine.Chips(GpuGeneration.CDNA3, CpuVendor.AMD),
              8,
              new Machine.Peers(7 * XGMI_GBPS),
              new Machine.Rails(8, Rate.ofGbps(400)),
              new Machine.Found(
                  rings(nvlink(28, 12, 12).over(14).along(XGMI_RINGS)),
                  new ChannelGraphs(
                      nvlink(32, 10.5, 10.5).to(PathClass.PXB).over(8).along(XGMI_RINGS_OUT),
                      nvlink(32, 10.5, 10.5).to(PathClass.PXB).over(8).along(XGMI_TREES_OUT),
                      NONE,
                      NONE,
                      NONE)),
              "AMD Instinct MI300X platform: 7 xGMI links per GPU; channels: RCCL's "
                  + "rome_models.cc for one machine, its log for two with 8 MI325X each (MLPerf "
                  + "Training 5.1, MangoBoost)")
          .meshed();

  /** No machine that is asked for by name: a process on a host, which stands where a GPU would. */
  public static final Machine PROCESS =
      new Machine(
          "process",
          "one process on each host",
          new Machine.Chips(GpuGeneration.VOLTA, CpuVendor.INTEL),
          1,
          new Machine.Peers(0),
          new Machine.Rails(1, Rate.ofGbps(1)),
          new Machine.Found(
              new ChannelGraphs(NONE, NONE, NONE, NONE, NONE),
              new ChannelGraphs(NONE, NONE, NONE, NONE, NONE)),
          "none: only its existence matters");

  private static final List<Machine> ALL =
      List.of(DGX_A100, DGX_H100, HGX_B200, GB200_NVL72, CLOUD_VM, TWO_SOCKET, SD665N_H100, MI300X);

  private MachineCatalogue() {}

  public static List<Machine> all() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Machine::name).toList();
  }

  public static Optional<Machine> named(String name) {
    return ALL.stream().filter(machine -> machine.name().equals(name)).findFirst();
  }

  /** Trees on the same channels as rings, and nothing else. */
  private static ChannelGraphs rings(ChannelGraph ring) {
    return new ChannelGraphs(ring, ring, NONE, NONE, NONE);
  }

  private static ChannelGraphs withNvls(ChannelGraph ring, ChannelGraph nvls) {
    return new ChannelGraphs(ring, ring, nvls, NONE, NONE);
  }

  private static ChannelGraph pcie(double intraGBps, double interGBps) {
    return new ChannelGraph(1, intraGBps, interGBps, PathClass.SYS, PathClass.SYS, false, false);
  }
}
