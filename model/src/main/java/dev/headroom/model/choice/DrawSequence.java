package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Source of the random sequences for ECN marks and losses. */
public enum DrawSequence implements Keyword {
  /** Streams for each port. */
  KEYED,
  /** Those of the HPCC simulator. */
  NS_3;

  @Override
  public String toString() {
    return word();
  }
}
