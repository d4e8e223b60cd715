package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Hosts that share one IP subnet. */
public enum SubnetScope implements Keyword {
  /** Those of a leaf. */
  LEAF,
  /** All of a fabric of bridges. */
  FABRIC;

  @Override
  public String toString() {
    return word();
  }
}
