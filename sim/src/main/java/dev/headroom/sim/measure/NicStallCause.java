package dev.headroom.sim.measure;

/** Cause of a stall of a NIC inside its host. */
public enum NicStallCause {
  /** The root complex gives no credits at all: {@code hosts.pcie.stallAt}. */
  STALL,
  /** The PCIe link retrains and carries nothing. */
  RETRAINING,
  /** The PCIe link sends again what came with wrong bits. */
  REPLAYS,
  /** What a root complex passes on from device to device. */
  PEER,
  /** What the NIC's PCIe link carries. */
  LINK,
  /** Reads of memory that may be under way: tags. */
  READS,
  /** Writes to memory that may be under way: credits, or what a root complex keeps in order. */
  WRITES,
  /** The link to the root complex, for which others have a use too. */
  UPLINK,
  /** The IOMMU, or the NIC that asks it (ATS). */
  IOMMU,
  /** Translations that the NIC does not have at hand. */
  TRANSLATIONS,
  /** How many of these it looks up a second. */
  TRANSLATION_RATE,
  /** Contexts of queue pairs that are not where they are worked on. */
  CONTEXTS,
  /** How many messages a second a port begins. */
  MESSAGES,
  /** Copies between a GPU and host memory, over the way that the NIC uses. */
  COPIES,
  /** The thread that posts registers memory. */
  REGISTRATION,
  /** Pages of a message are faulted in. */
  PAGE_FAULTS,
  /** The thread that posts, and its doorbells. */
  POSTING
}
