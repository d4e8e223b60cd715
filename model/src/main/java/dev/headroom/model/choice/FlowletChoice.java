package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** Choice of a path for a flowlet. */
public enum FlowletChoice implements Word {
  /** Any. */
  RANDOM,
  /** The one with the least queued. */
  QUEUE;

  @Override
  public String toString() {
    return word();
  }
}
