package dev.headroom.model.knob;

import dev.headroom.unit.Word;

/** The moment at which a packet is charged to the buffer of a switch. */
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
