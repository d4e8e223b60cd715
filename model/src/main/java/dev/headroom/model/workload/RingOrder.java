package dev.headroom.model.workload;

import dev.headroom.unit.Keyword;

/** Order of hosts in a ring. */
enum RingOrder implements Keyword {
  /** As the hosts are listed. */
  LISTED,
  /** Drawn at random. */
  SHUFFLED;

  @Override
  public String toString() {
    return word();
  }
}
