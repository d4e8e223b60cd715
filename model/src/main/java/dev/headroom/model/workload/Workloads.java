package dev.headroom.model.workload;

import dev.headroom.model.inference.RequestTrace;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Extension;
import java.util.List;
import java.util.Optional;

/** Flow generators selected by name; a list of flows is not among them. */
public final class Workloads {
  private static final List<Workload> ALL =
      Extension.with(
          List.of(
              RingCollective.ALL_REDUCE,
              RingCollective.REDUCE_SCATTER,
              RingCollective.ALL_GATHER,
              NcclCollective.WORKLOAD,
              GlooCollective.WORKLOAD,
              NicCollective.WORKLOAD,
              HaloExchange.WORKLOAD,
              TrainingWorkload.WORKLOAD,
              StepsWorkload.WORKLOAD,
              GraphWorkload.WORKLOAD,
              InferenceWorkload.WORKLOAD,
              StorageWorkload.WORKLOAD,
              AllToAll.WORKLOAD,
              Permutation.WORKLOAD,
              Incast.WORKLOAD,
              PoissonArrivals.WORKLOAD),
          Workload.class);

  private Workloads() {}

  /** Every generator, the usual ones first. */
  public static List<Workload> all() {
    return ALL;
  }

  /** The parameter that may name a file of sizes. */
  public static Knob<SizeDistribution> sizes() {
    return PoissonArrivals.SIZES;
  }

  /** The parameter that may name a file of requests. */
  public static Knob<RequestTrace> trace() {
    return PromptSource.TRACE;
  }

  public static Optional<Workload> named(String name) {
    return ALL.stream().filter(workload -> workload.name().equals(name)).findFirst();
  }

  /**
   * What the library of a workload brings for its queue pairs; nothing where there is none.
   *
   * @param recipe what made the flows
   */
  public static Settings librarySettings(BuildRecipe recipe) {
    return named(recipe.kind())
        .flatMap(workload -> workload.timeouts().apply(recipe.parameters()))
        .map(LibraryTimeouts::settings)
        .orElse(Settings.DEFAULTS);
  }

  /**
   * What a job says of GPUDirect RDMA; empty where it says nothing, as workloads that are not
   * NCCL's.
   */
  public static Optional<GpuDirect.Told> gpuDirect(BuildRecipe job) {
    return named(job.kind())
        .filter(workload -> workload.parameters().contains(NcclKnobs.GPU_DIRECT_LEVEL))
        .map(_ -> GpuDirect.configured(job.parameters()));
  }
}
