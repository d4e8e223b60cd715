package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Choice of a path for a flowlet. */
public enum FlowletChoice implements Keyword {
  /** Any. */
  RANDOM,
  /** The one with the least queued. */
  QUEUE;

  @Override
  public String toString() {
    return word();
  }
}
