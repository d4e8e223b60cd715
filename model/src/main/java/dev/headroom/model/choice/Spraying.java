package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** Way in which the entropy value of each packet is chosen. */
public enum Spraying implements Word {
  MIXED,
  REPS,
  RECYCLING,
  BITMAP,
  OBLIVIOUS;

  @Override
  public String toString() {
    return word();
  }
}
