package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** Message by which a receiver reports an ECN mark. */
public enum MarkFeedback implements Word {
  /** A CNP packet. */
  CNP,
  /** A bit in the ACK. */
  ACK;

  @Override
  public String toString() {
    return word();
  }
}
