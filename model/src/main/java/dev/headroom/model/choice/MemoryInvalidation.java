package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Way in which memory becomes inaccessible for a NIC: deregistered or swapped out. */
public enum MemoryInvalidation implements Keyword {
  /** Keys hold no longer, so that queue pairs end in error. */
  DEREGISTERED,
  /** The system takes pages that are not pinned. */
  SWAPPED_OUT;

  @Override
  public String toString() {
    return word();
  }
}
