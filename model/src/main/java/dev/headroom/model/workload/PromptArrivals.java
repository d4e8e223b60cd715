package dev.headroom.model.workload;

import dev.headroom.unit.Keyword;

/** Arrival times of prompts. */
enum PromptArrivals implements Keyword {
  /** At random. */
  POISSON,
  /** At equal distances. */
  EVEN;

  @Override
  public String toString() {
    return word();
  }
}
