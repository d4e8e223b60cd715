package dev.headroom.sim.measure;

/**
 * Counters inside a host whose stages take time, its PCIe link and IOMMU apart.
 *
 * @param registration of memory
 * @param contexts of queue pairs where they are worked on, by messages begun or answered
 * @param contextCache the same on the chip
 * @param translations of the NIC, by pages of packets
 * @param copiedBytes payload copied between GPUs and host memory for want of GPUDirect
 * @param sending what held the NIC up on the way out
 * @param receiving the same on the way in
 */
public record HostInternalCounts(
    RegistrationCounts registration,
    CacheCounts contexts,
    CacheCounts contextCache,
    CacheCounts translations,
    long copiedBytes,
    NicStallTimes sending,
    NicStallTimes receiving) {
  public static final HostInternalCounts NONE =
      new HostInternalCounts(
          RegistrationCounts.NONE,
          CacheCounts.NONE,
          CacheCounts.NONE,
          CacheCounts.NONE,
          0,
          NicStallTimes.NONE,
          NicStallTimes.NONE);
}
