package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Way in which the entropy value of each packet is chosen. */
public enum PacketSpraying implements Keyword {
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
