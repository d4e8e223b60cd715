package dev.headroom.model.workload;

import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.sizing.AckTimeout;

/**
 * Default ACK timeouts and retries of libraries for their reliable connections. They are longer
 * than the 67 ms of perftest, because a job of many hosts must outlive a change of routes.
 */
public final class LibraryTimeouts {
  /**
   * NCCL since 2.23: 4.3 s, seven times. {@code IB_TIMEOUT} and {@code IB_RETRY_CNT} of 2.30.7's
   * src/transport/net_ib; 18 since 2.14.
   */
  public static final AckTimeout NCCL = new AckTimeout(20, 7);

  /** NCCL before 2.14: 67 ms. The same of v2.9.9-1's src/transport/net_ib.cc. */
  public static final AckTimeout NCCL_BEFORE_2_14 = new AckTimeout(14, 7);

  /** RCCL: 1.1 s. The same of ROCm/rccl 2.21.5 (ROCm 6.3), src/transport/net_ib.cc. */
  public static final AckTimeout RCCL = new AckTimeout(18, 7);

  /**
   * UCX, on which MPI runs: 1.0 s, rounded up to what verbs can say. {@code RC_TIMEOUT} and {@code
   * RC_RETRY_COUNT} of openucx/ucx 1.22, src/uct/ib/rc/base/rc_iface.c.
   */
  public static final AckTimeout UCX = new AckTimeout(18, 7);

  /** What connects the queue pairs of a workload. */
  public enum Connecting {
    MPI,
    NCCL,
    RCCL
  }

  private LibraryTimeouts() {}

  /** Which it is, of a workload that runs as one of them. */
  public static Connecting libraryOf(BuildRecipe recipe) {
    if (recipe.kind().equals(HaloExchange.WORKLOAD.name())) {
      return Connecting.MPI;
    }
    return isRccl(recipe.parameters()) ? Connecting.RCCL : Connecting.NCCL;
  }

  /** Those of the library that runs collectives on the GPUs of {@code workload.machine}. */
  static AckTimeout ofCollectives(Settings parameters) {
    return isRccl(parameters) ? RCCL : ofNccl(parameters);
  }

  private static boolean isRccl(Settings parameters) {
    return MachineCatalogue.named(parameters.get(NcclKnobs.MACHINE))
            .orElseThrow()
            .chips()
            .gpu()
            .library()
        == CollectiveLibrary.RCCL;
  }

  /** Those of the release of NCCL that a workload names, else of the newest. */
  public static AckTimeout ofNccl(Settings parameters) {
    return parameters.get(NcclKnobs.RELEASE) == NcclRelease.V2_9_9 ? NCCL_BEFORE_2_14 : NCCL;
  }

  /** What says so in a scenario. */
  static Settings settings(AckTimeout own) {
    return Settings.DEFAULTS
        .with(TransportKnobs.ACK_TIMEOUT, (long) own.exponent())
        .with(TransportKnobs.RETRY_COUNT, (long) own.retries());
  }
}
