package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** The moment from which a packet may leave a switch. */
public enum Forwarding implements Word {
  /** Before its tail has arrived. */
  CUT_THROUGH,
  /** Once all of it has. */
  STORE_AND_FORWARD;

  @Override
  public String toString() {
    return word();
  }
}
