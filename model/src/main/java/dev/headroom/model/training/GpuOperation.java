package dev.headroom.model.training;

import dev.headroom.model.collective.Collective;

/** Operation of a GPU in a job. */
public sealed interface GpuOperation {

  /**
   * It computes.
   *
   * @param ps how long, in picoseconds
   */
  record Compute(long ps) implements GpuOperation {}

  /**
   * It hands a collective to the stream of a group, and goes on. All of the group call the same, in
   * the same order; a group's calls run one after another.
   *
   * @param bytes as nccl-tests counts them: the largest buffer of a rank
   */
  record Start(GroupKind kind, Collective collective, long bytes) implements GpuOperation {}

  /** It does nothing any more, for ever: it has died. */
  record Stop() implements GpuOperation {}

  /** It waits for the earliest call of a group that it has not waited for yet. */
  record Await(GroupKind kind) implements GpuOperation {}
}
