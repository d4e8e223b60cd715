package dev.headroom.app.show;

import dev.headroom.model.pcie.PcieGeneration;

/**
 * PCIe link errors of a NIC at the end of a run.
 *
 * @param trained the generation that it is at in the end
 * @param endpoint what the NIC has seen of errors
 * @param port what the port above it has
 */
public record PcieErrors(PcieGeneration trained, AerCounters endpoint, AerCounters port) {
  /** The same after so many runs alike. */
  PcieErrors times(long runs) {
    return new PcieErrors(trained, endpoint.times(runs), port.times(runs));
  }
}
