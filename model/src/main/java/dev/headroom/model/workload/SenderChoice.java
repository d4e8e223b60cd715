package dev.headroom.model.workload;

import dev.headroom.unit.Keyword;

/** Choice of the senders in an incast. */
enum SenderChoice implements Keyword {
  /** The first of the others. */
  FIRST,
  /** Drawn from them at random. */
  RANDOM;

  @Override
  public String toString() {
    return word();
  }
}
