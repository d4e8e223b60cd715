package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** Way in which applications learn of completions: polling or events. */
public enum CompletionWait implements Word {
  /** They poll. */
  POLLING,
  /** They sleep until an event wakes them. */
  EVENTS;

  @Override
  public String toString() {
    return word();
  }
}
