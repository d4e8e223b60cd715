package dev.headroom.model.workload;

import dev.headroom.unit.Word;

/** Arrival times of prompts. */
enum Arrivals implements Word {
  /** At random. */
  POISSON,
  /** At equal distances. */
  EVEN;

  @Override
  public String toString() {
    return word();
  }
}
