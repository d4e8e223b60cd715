package dev.headroom.app.show;

import dev.headroom.model.pcie.Generation;

/**
 * What has come of the PCIe link of a NIC.
 *
 * @param trained the generation that it is at in the end
 * @param card what the NIC has seen of errors
 * @param port what the port above it has
 */
public record PcieErrors(Generation trained, AerCounters card, AerCounters port) {}
