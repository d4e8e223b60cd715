package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Way in which applications learn of completions: polling or events. */
public enum CompletionWait implements Keyword {
  /** They poll. */
  POLLING,
  /** They sleep until an event wakes them. */
  EVENTS;

  @Override
  public String toString() {
    return word();
  }
}
