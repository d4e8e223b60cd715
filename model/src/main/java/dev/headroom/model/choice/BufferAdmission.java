package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Moment at which a packet is charged to the buffer of a switch. */
public enum BufferAdmission implements Keyword {
  /** When its header arrives. */
  HEADER,
  /** When its last bit does. */
  TAIL;

  @Override
  public String toString() {
    return word();
  }
}
