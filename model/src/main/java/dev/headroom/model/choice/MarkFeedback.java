package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Message by which a receiver reports an ECN mark. */
public enum MarkFeedback implements Keyword {
  /** A CNP packet. */
  CNP,
  /** A bit in the ACK. */
  ACK;

  @Override
  public String toString() {
    return word();
  }
}
