package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** Moment at which a packet is charged to the buffer of a switch. */
public enum BufferAdmission implements Word {
  /** When its header arrives. */
  HEADER,
  /** When its last bit does. */
  TAIL;

  @Override
  public String toString() {
    return word();
  }
}
