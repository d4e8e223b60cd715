package dev.headroom.model.machine;

import static dev.headroom.model.collective.ChannelGraph.NONE;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.ChannelGraphs;
import dev.headroom.model.collective.GpuPaths;
import dev.headroom.model.collective.PathClass;
import java.util.List;
import java.util.Optional;

/**
 * Results of NCCL's search in a machine without peer-to-peer access between GPUs ({@code
 * NCCL_P2P_DISABLE}, or a too low {@code NCCL_P2P_LEVEL}). The GPUs exchange data through host
 * memory, over their PCIe links and the link between sockets. Asked of NCCL 2.30.7's {@code
 * search.cc} as {@link MachineCatalogue} was. The switch of NVLink reduces all the same where it
 * can: NCCL does not ask whether GPUs may reach each other before it takes NVLS ({@code
 * ncclNvlsInit}).
 */
public final class SharedMemorySearch {
  /** PCIe x16 of Gen4 and Gen5 as topo.h of NCCL counts them, 10^9 bytes a second each way. */
  private static final double GEN4 = 24;

  private static final double GEN5 = 48;

  private static final GpuPaths THERE_AND_BACK =
      new GpuPaths(List.of(List.of(0, 1, 2, 3, 4, 5, 6, 7), List.of(7, 6, 5, 4, 3, 2, 1, 0)), true);

  private static final GpuPaths FROM_EACH_SOCKET =
      new GpuPaths(
          List.of(List.of(0, 1, 2, 3, 4, 5, 6, 7), List.of(4, 5, 6, 7, 0, 1, 2, 3)), false);

  private static final GpuPaths STAGED_FROM_EACH_SOCKET =
      new GpuPaths(
          List.of(List.of(3, 2, 1, 0, 7, 6, 5, 4), List.of(7, 6, 5, 4, 3, 2, 1, 0)), false);

  /** In by the first NIC, out by it. */
  private static final GpuPaths ROUND =
      new GpuPaths(List.of(List.of(0, 7, 6, 5, 4, 3, 2, 1)), false);

  private SharedMemorySearch() {}

  /** A machine so searched; empty where nobody has asked that. */
  public static Optional<Machine> of(Machine machine) {
    if (!isJoined(machine)) {
      // What joins its GPUs is too far for NCCL as it is.
      return Optional.of(machine);
    }
    return switch (machine.name()) {
      case "dgx-h100" ->
          Optional.of(
              machine.through(
                  GEN5,
                  graphs(host(2, 11).inSameOrder(), host(2, 20), machine.found().oneMachine()),
                  graphs(overTwo(20), twoTrees(FROM_EACH_SOCKET), machine.found().several()),
                  graphs(
                      overTwo(12), twoTrees(STAGED_FROM_EACH_SOCKET), machine.found().staged())));
      case "hgx-b200" ->
          Optional.of(
              machine.through(
                  GEN5,
                  graphs(
                      host(1, 20).inSameOrder(),
                      host(1, 20).inSameOrder(),
                      machine.found().oneMachine()),
                  graphs(overTwo(20), twoTrees(FROM_EACH_SOCKET), machine.found().several()),
                  graphs(
                      overTwo(12), twoTrees(STAGED_FROM_EACH_SOCKET), machine.found().staged())));
      case "dgx-a100" -> Optional.of(dgxA100(machine));
      default -> Optional.empty();
    };
  }

  /** Whether NVLink joins its GPUs, without which NCCL takes no direct way past a CPU. */
  public static boolean isJoined(Machine machine) {
    return machine.found().oneMachine().ring().intra() == PathClass.NVL;
  }

  /** One channel for everything, and one NIC. Without GPUDirect nobody has asked. */
  private static Machine dgxA100(Machine machine) {
    ChannelGraph one = host(1, 12).inSameOrder();
    ChannelGraph out = one.to(PathClass.SYS);
    return machine.through(
        GEN4,
        new ChannelGraphs(one, one, NONE, NONE, NONE),
        new ChannelGraphs(out.along(ROUND), out, NONE, NONE, NONE),
        ChannelGraphs.UNKNOWN);
  }

  private static ChannelGraph overTwo(double gbps) {
    return host(2, gbps).to(PathClass.SYS).along(THERE_AND_BACK);
  }

  private static ChannelGraph twoTrees(GpuPaths paths) {
    return host(2, 15).to(PathClass.SYS).along(paths);
  }

  private static ChannelGraphs graphs(ChannelGraph ring, ChannelGraph tree, ChannelGraphs own) {
    return new ChannelGraphs(ring, tree, own.nvls().between(PathClass.PHB), NONE, NONE);
  }

  private static ChannelGraph host(int channels, double gbps) {
    return ChannelGraph.nvlink(channels, gbps, gbps).between(PathClass.SYS);
  }
}
