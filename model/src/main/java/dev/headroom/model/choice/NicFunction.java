package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** PCIe function of a NIC that a host uses: physical or virtual. */
public enum NicFunction implements Keyword {
  /** The physical one: it owns the NIC. */
  PHYSICAL,
  /** One of its virtual functions (SR-IOV). */
  VIRTUAL;

  @Override
  public String toString() {
    return word();
  }
}
