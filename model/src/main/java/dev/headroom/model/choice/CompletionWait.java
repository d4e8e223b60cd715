package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** The manner in which applications find completions. */
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
