package dev.headroom.model.workload;

import dev.headroom.model.inference.RequestTrace;
import dev.headroom.model.knob.Knob;
import dev.headroom.unit.Extension;
import java.util.List;
import java.util.Optional;

/** The generators that are asked for by name; a list of flows is not among them. */
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
              Training.WORKLOAD,
              Steps.WORKLOAD,
              GraphJob.WORKLOAD,
              Inference.WORKLOAD,
              Storage.WORKLOAD,
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
}
