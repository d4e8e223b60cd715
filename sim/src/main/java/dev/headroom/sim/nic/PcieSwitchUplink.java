package dev.headroom.sim.nic;

import dev.headroom.model.pcie.PcieUplink;

/**
 * Link between a PCIe switch and its root complex, which the NICs below share in order of arrival.
 * They are simulated in one partition.
 */
public final class PcieSwitchUplink {
  private final PcieUplink as;
  private final double upPsPerByte;
  private final double downPsPerByte;
  private long upFreePs;
  private long downFreePs;

  /**
   * @param as which has a rate left for NICs both ways
   */
  public PcieSwitchUplink(PcieUplink as) {
    this.as = as;
    upPsPerByte = 8e12 / as.upBps();
    downPsPerByte = 8e12 / as.downBps();
  }

  private long up(long bytes, long nowPs) {
    upFreePs = Math.max(upFreePs, nowPs) + (long) Math.ceil(bytes * upPsPerByte);
    return upFreePs;
  }

  private long down(long bytes, long nowPs) {
    downFreePs = Math.max(downFreePs, nowPs) + (long) Math.ceil(bytes * downPsPerByte);
    return downFreePs;
  }

  /**
   * What a NIC does with it.
   *
   * @param comesBack whether all it moves goes over the link the other way too, since a GPU below
   *     the same switch has it in the end
   */
  Use use(boolean comesBack) {
    return new Use(this, comesBack);
  }

  /** The link as one NIC uses it. */
  record Use(PcieSwitchUplink link, boolean usesBothDirections) {
    /** Writes so much; returns when it is through. */
    long writtenPs(long size, long nowPs) {
      long bytes = link.as.link().writeBytes(size);
      long throughPs = link.up(bytes, nowPs);
      return usesBothDirections ? Math.max(throughPs, link.down(bytes, nowPs)) : throughPs;
    }

    /** Reads so much; returns when it is through. Requests take their time and wait for nobody. */
    long readPs(long size, long nowPs) {
      link.up(link.as.link().readRequestBytes(size), nowPs);
      long bytes = link.as.link().completionBytes(size);
      long throughPs = link.down(bytes, nowPs);
      return usesBothDirections ? Math.max(throughPs, link.up(bytes, nowPs)) : throughPs;
    }
  }
}
