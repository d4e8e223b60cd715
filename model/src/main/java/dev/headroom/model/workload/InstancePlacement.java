package dev.headroom.model.workload;

import dev.headroom.unit.Keyword;

/** Placement of prefill instances. */
enum InstancePlacement implements Keyword {
  /** First among the GPUs. */
  APART,
  /** Spread evenly among those that answer. */
  MIXED;

  @Override
  public String toString() {
    return word();
  }
}
