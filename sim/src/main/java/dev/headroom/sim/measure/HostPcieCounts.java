package dev.headroom.sim.measure;

/**
 * Counters between a NIC and the memory of its host, where that path is not ideal.
 *
 * @param host its name
 * @param generation of PCI Express at which the link is in the end
 * @param replays TLPs or flits sent again by either end
 * @param retrained times that the link retrained
 * @param card what the NIC has counted of errors
 * @param port the same of the port above it
 * @param translations pages that had to be translated by IOMMU or NIC
 * @param deviceMisses of these, asked for by the NIC with ATS
 * @param walks of these, not at hand in the IOMMU
 * @param stallText why the link stood still, as a report says it of the host; empty if it did not
 * @param inside the rest of the host
 */
public record HostPcieCounts(
    String host,
    int generation,
    long replays,
    long retrained,
    AerCounts card,
    AerCounts port,
    long translations,
    long deviceMisses,
    long walks,
    String stallText,
    HostInternalCounts inside) {
  /** Whether anything was counted. */
  public boolean any() {
    return hadErrors()
        || translations > 0
        || !stallText.isEmpty()
        || !inside.equals(HostInternalCounts.NONE);
  }

  /** Whether bits on its link were wrong. */
  public boolean hadErrors() {
    return replays + card.total() + port.total() > 0;
  }
}
