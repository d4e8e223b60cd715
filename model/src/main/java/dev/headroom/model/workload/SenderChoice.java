package dev.headroom.model.workload;

import dev.headroom.unit.Word;

/** Choice of the senders in an incast. */
enum SenderChoice implements Word {
  /** The first of the others. */
  FIRST,
  /** Drawn from them at random. */
  RANDOM;

  @Override
  public String toString() {
    return word();
  }
}
