package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Hash function over the 5-tuple. */
public enum HashFunction implements Keyword {
  /** SplitMix64's finalizer. */
  MIX64,
  /** That of the HPCC simulator. */
  MURMUR3;

  @Override
  public String toString() {
    return word();
  }
}
