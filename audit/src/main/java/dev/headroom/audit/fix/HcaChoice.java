package dev.headroom.audit.fix;

import java.util.Collection;

/**
 * Devices that a job may use, by link type. A job uses one type; if a host has both, nothing in its
 * files says which one is the job's.
 */
public record HcaChoice(Collection<String> infiniband, Collection<String> ethernet) {

  /** A list of the devices of one type, or the question which type it is. */
  public Fix fix() {
    if (infiniband.isEmpty() || ethernet.isEmpty()) {
      return Fix.of(
          new JobVariable("NCCL_IB_HCA", exactly(infiniband.isEmpty() ? ethernet : infiniband)));
    }
    return Fix.advice(
        ("decide which network the job uses, the same on all nodes: NCCL_IB_HCA=%s for "
                + "InfiniBand, or NCCL_IB_HCA=%s for Ethernet; nvidia-smi topo -m shows which "
                + "devices are near the GPUs")
            .formatted(exactly(infiniband), exactly(ethernet)));
  }

  /** A list of whole names, as NCCL reads it. */
  private static String exactly(Collection<String> devices) {
    return CommandValueSyntax.VARIABLE_VALUE.checked("=" + String.join(",", devices));
  }
}
