package dev.headroom.audit.environment;

import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;

/** Jobs on AMD GPUs, whose RCCL reads NCCL's variables and treats some of them differently. */
public final class RcclJobs {
  private RcclJobs() {}

  /**
   * Whether the job has variables that RCCL or ROCm alone read, names RCCL, or asks for its GPUs.
   */
  public static boolean usesRccl(HostFacts host) {
    return host.facts().subjects(SubjectKind.ENV).stream()
            .anyMatch(variable -> variable.name().matches("(RCCL|HSA|ROCR|HIP)_.*"))
        || host.facts().subjects(SubjectKind.RANK).stream()
            .flatMap(rank -> host.facts().all(rank, NcclKeys.VERSION).stream())
            .anyMatch(version -> version.evidence().text().contains("RCCL version"))
        || host.facts().subjects(SubjectKind.POD).stream()
            .flatMap(pod -> host.facts().firstFactsOf(pod).stream())
            .anyMatch(fact -> fact.key().endsWith(".amd.com/gpu"));
  }
}
