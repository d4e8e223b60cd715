package dev.headroom.formats.simai;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.training.GroupKind;
import java.util.Optional;

/**
 * Pass of a layer: it computes, then calls a collective.
 *
 * @param computeNs how long, in nanoseconds
 * @param call what it calls after that, if anything
 */
record LayerPass(long computeNs, Optional<Call> call) {

  /**
   * A collective.
   *
   * @param bytes as nccl-tests counts them
   */
  record Call(GroupKind group, Collective collective, long bytes) {}
}
