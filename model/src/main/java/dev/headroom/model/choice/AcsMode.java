package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Treatment of traffic between a NIC and a GPU by the PCIe switches above them: ACS. */
public enum AcsMode implements Keyword {
  /** They pass it on. */
  OFF,
  /** They send it up to the root complex. */
  REDIRECT,
  /** They send up what a NIC has not translated itself. */
  TRANSLATED;

  @Override
  public String toString() {
    return word();
  }
}
