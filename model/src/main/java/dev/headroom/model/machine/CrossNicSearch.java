package dev.headroom.model.machine;

import static dev.headroom.model.collective.ChannelGraph.nvlink;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.ChannelGraphs;
import dev.headroom.model.collective.GpuPaths;
import dev.headroom.model.collective.PathClass;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Results of NCCL's search with {@code NCCL_CROSS_NIC} other than its default 2. With 0 rings come
 * back to the NIC they leave by; with 1 they leave by one NIC and enter the next machine by another
 * in all machines alike. With 2 they change NICs only where that is faster, and turn in every other
 * machine so that they stay on a rail even then. Asked of NCCL 2.30.7's {@code search.cc} as {@link
 * MachineCatalogue} was.
 */
public final class CrossNicSearch {
  public static final int ALWAYS = 1;

  /** NCCL's own. */
  public static final int WHERE_FASTER = 2;

  private CrossNicSearch() {}

  /**
   * A machine so searched; empty where nobody has asked that. With 1 nobody has without GPUDirect.
   */
  public static Optional<Machine> of(Machine machine, int level) {
    if (level == WHERE_FASTER || machine.rails().nics() == 1) {
      return Optional.of(machine);
    }
    return ring(machine, level)
        .map(ring ->
            machine.over(
                machine.found().several().withRing(ring),
                level == ALWAYS ? ChannelGraphs.UNKNOWN : machine.found().staged()));
  }

  private static Optional<ChannelGraph> ring(Machine machine, int level) {
    ChannelGraph own = machine.found().several().ring();
    return switch (machine.name()) {
      case "dgx-h100" ->
          Optional.of(
              level == ALWAYS
                  ? own.along(onwards(machine.gpus(), true))
                  // Back over NVLink to the GPU that the ring began with.
                  : nvlink(8, 45, 45).to(PathClass.PXN).along(onwards(machine.gpus(), false)));
      case "hgx-b200" ->
          Optional.of(
              level == ALWAYS ? own.to(PathClass.PIX).along(onwards(machine.gpus(), true)) : own);
      case "dgx-a100" ->
          Optional.of(level == ALWAYS ? own.along(onwards(machine.gpus(), true)) : own);
      default -> Optional.empty();
    };
  }

  /** In by NIC 0, through GPUs 0 7 6 5 4 3 2 1, and out by NIC 0 or 1; and so from each NIC. */
  private static GpuPaths onwards(int gpus, boolean crosses) {
    List<List<Integer>> orders =
        IntStream.range(0, gpus)
            .mapToObj(first ->
                IntStream.range(0, gpus).mapToObj(at -> (first - at + gpus) % gpus).toList())
            .toList();
    return new GpuPaths(orders, false, crosses);
  }
}
