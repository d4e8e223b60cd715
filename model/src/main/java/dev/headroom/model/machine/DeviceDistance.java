package dev.headroom.model.machine;

import dev.headroom.unit.Keyword;

/**
 * Distance between two PCIe devices of a server, nearest first, in the terms of {@code nvidia-smi
 * topo -m}.
 */
public enum DeviceDistance implements Keyword {
  /** At most one PCIe switch. */
  PIX,
  /** Several PCIe switches, and no root complex. */
  PXB,
  /** A host bridge of the CPU. */
  PHB,
  /** Two host bridges of one NUMA node. */
  NODE,
  /** The link between NUMA nodes. */
  SYS;

  /** Whether it goes over a root complex. */
  public boolean isOverRoot() {
    return compareTo(PXB) > 0;
  }

  /** Between devices in two slots. */
  public static DeviceDistance between(PcieSlot one, PcieSlot other) {
    if (one.numaNode() != other.numaNode()) {
      return SYS;
    }
    if (one.hostBridge() != other.hostBridge()) {
      return NODE;
    }
    if (one.switches().isEmpty()
        || other.switches().isEmpty()
        || !one.switches().getFirst().equals(other.switches().getFirst())) {
      return PHB;
    }
    return one.switches().equals(other.switches()) ? PIX : PXB;
  }

  @Override
  public String toString() {
    return word();
  }
}
