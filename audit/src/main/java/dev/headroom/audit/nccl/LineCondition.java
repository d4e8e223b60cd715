package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;

/** Condition that selects some of the matching log lines. */
enum LineCondition {
  /** Those whose two addresses lie in different subnets. */
  SUBNETS_APART,
  /** Those whose addresses do not, as far as the line tells. */
  SUBNETS_ALIKE;

  boolean counts(HostFacts host, Evidence line) {
    return QueuePairSubnets.inDifferentSubnets(host, line) == (this == SUBNETS_APART);
  }
}
