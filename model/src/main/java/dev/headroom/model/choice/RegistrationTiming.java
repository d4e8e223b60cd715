package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Moment at which the memory of a message is registered. */
public enum RegistrationTiming implements Keyword {
  /** Before the run. */
  AHEAD,
  /** For each message, and taken back after. */
  EACH,
  /** Where it is not among those that are kept. */
  CACHED,
  /** As pages are faulted in (ODP). */
  ON_DEMAND,
  /** Never, which ends in an error of the queue pair. */
  NEVER;

  @Override
  public String toString() {
    return word();
  }
}
