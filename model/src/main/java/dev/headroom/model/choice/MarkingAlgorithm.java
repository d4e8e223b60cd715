package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Algorithm by which switches choose packets to mark. */
public enum MarkingAlgorithm implements Keyword {
  /** By the queue: from kmin to kmax. */
  RAMP,
  /** As a class that somebody brings along says. */
  OWN;

  @Override
  public String toString() {
    return word();
  }
}
