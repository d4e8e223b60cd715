package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Order of simultaneous events. */
public enum EventTieOrder implements Keyword {
  /** By a hash that favours nobody. */
  KEYED,
  /** That in which they were scheduled, as ns-3 does. */
  INSERTION;

  @Override
  public String toString() {
    return word();
  }
}
