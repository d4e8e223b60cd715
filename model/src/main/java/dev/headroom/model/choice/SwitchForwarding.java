package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Moment from which a switch may forward a packet: cut-through or store-and-forward. */
public enum SwitchForwarding implements Keyword {
  /** Before its tail has arrived. */
  CUT_THROUGH,
  /** Once all of it has. */
  STORE_AND_FORWARD;

  @Override
  public String toString() {
    return word();
  }
}
