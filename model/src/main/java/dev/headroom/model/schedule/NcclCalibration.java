package dev.headroom.model.schedule;

import java.util.OptionalDouble;

/**
 * Calibration of NCCL's own model against a real machine.
 *
 * @param launchPs what a call takes beside the latency that the model has for it, in picoseconds
 * @param efficiency what part of the bandwidth that the model has within a machine is reached
 * @param latencyScale the latency of a hop, as a multiple of that in the model
 * @param busyShare what part of a hop's latency keeps the worker busy, so that nothing hides it;
 *     empty: as the GPUs are known to do
 * @param hostPsPerByte of what all workers of a GPU together move between it and host memory, where
 *     what goes over the network lies there; 0: it lies in the GPU
 * @param ownPsPerByte of what they write of its own data to where the result lies; 0: it lies there
 *     already, as in place
 */
public record NcclCalibration(
    long launchPs,
    double efficiency,
    double latencyScale,
    OptionalDouble busyShare,
    double hostPsPerByte,
    double ownPsPerByte) {
  /** As NCCL's model has it, in place and with GPUDirect. */
  public static final NcclCalibration NONE =
      new NcclCalibration(0, 1, 1, OptionalDouble.empty(), 0, 0);

  /** This, where a GPU's own data lie elsewhere than the result. */
  public NcclCalibration outOfPlace(double psPerByte) {
    return new NcclCalibration(
        launchPs, efficiency, latencyScale, busyShare, hostPsPerByte, psPerByte);
  }
}
