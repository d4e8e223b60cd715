package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** The message by which a receiver tells of a mark. */
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
