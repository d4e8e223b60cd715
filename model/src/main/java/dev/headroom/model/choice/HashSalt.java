package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Salt of the hash over the 5-tuple. */
public enum HashSalt implements Keyword {
  /** One for each switch, which so hashes differently. */
  SWITCH,
  /** None: all switches hash alike. */
  NONE;

  @Override
  public String toString() {
    return word();
  }
}
