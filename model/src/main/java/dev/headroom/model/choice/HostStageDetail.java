package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Detail of the host model: ideal, or with stages that take time. */
public enum HostStageDetail implements Keyword {
  /** None. */
  IDEAL,
  /** Posting, doorbells, PCIe and the caches of the NIC. */
  DETAILED;

  @Override
  public String toString() {
    return word();
  }
}
