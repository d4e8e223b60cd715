package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** The sequences that marks and losses are drawn from. */
public enum Draws implements Word {
  /** Streams for each port. */
  KEYED,
  /** Those of the HPCC simulator. */
  NS_3;

  @Override
  public String toString() {
    return word();
  }
}
