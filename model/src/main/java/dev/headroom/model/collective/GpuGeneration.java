package dev.headroom.model.collective;

/** GPU generation, as far as the constants of its library distinguish them. */
public enum GpuGeneration {
  VOLTA(CollectiveLibrary.NCCL, 70),
  AMPERE(CollectiveLibrary.NCCL, 80),
  HOPPER(CollectiveLibrary.NCCL, 90),
  BLACKWELL(CollectiveLibrary.NCCL, 100),
  /** MI300X and MI325X, {@code gfx942}. */
  CDNA3(CollectiveLibrary.RCCL, 94);

  private final CollectiveLibrary library;
  private final int computeCapability;

  GpuGeneration(CollectiveLibrary library, int computeCapability) {
    this.library = library;
    this.computeCapability = computeCapability;
  }

  /** Which library runs collectives on them. */
  public CollectiveLibrary library() {
    return library;
  }

  /** Major and minor version in one number, as NCCL keeps it. */
  public int computeCapability() {
    return computeCapability;
  }
}
