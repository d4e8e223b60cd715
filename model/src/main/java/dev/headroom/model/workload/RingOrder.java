package dev.headroom.model.workload;

import dev.headroom.unit.Word;

/** Order of hosts in a ring. */
enum RingOrder implements Word {
  /** As the hosts are listed. */
  LISTED,
  /** Drawn at random. */
  SHUFFLED;

  @Override
  public String toString() {
    return word();
  }
}
