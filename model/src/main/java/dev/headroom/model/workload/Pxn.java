package dev.headroom.model.workload;

import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.collective.GpuGeneration;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.MachineCatalogue;

/** Check whether a job uses PXN: messages to another rail leave by the NIC of that rail. */
public final class Pxn {
  /**
   * From so many GPUs on RCCL has it on of itself, on MI300X and MI325X; with fewer, and on other
   * GPUs but the newer MI350, it is off (ROCm/rccl, {@code NCCL_PARAM(PxnDisable, 1)} in
   * src/graph/paths.cc, {@code rcclSetPxn} in src/rccl_wrap.cc since pull request 1828; up to ROCm
   * 6.4 it was off for any number).
   */
  private static final int RCCL_FROM = 64;

  private Pxn() {}

  /**
   * As it is told, or as the library of the machine's GPUs has it.
   *
   * @param job parameters of a workload that has {@code workload.pxn}
   * @param gpus of the whole job
   */
  public static boolean isOn(Settings job, int gpus) {
    return job.find(NcclKnobs.PXN).orElseGet(() -> standard(job, gpus));
  }

  private static boolean standard(Settings job, int gpus) {
    GpuGeneration generation =
        MachineCatalogue.named(job.get(NcclKnobs.MACHINE)).orElseThrow().chips().gpu();
    return generation.library() != CollectiveLibrary.RCCL
        || (generation == GpuGeneration.CDNA3 && gpus >= RCCL_FROM);
  }
}
