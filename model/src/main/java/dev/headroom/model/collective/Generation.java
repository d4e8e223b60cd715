package dev.headroom.model.collective;

/** GPU generation, as far as the constants of its library distinguish them. */
public enum Generation {
  VOLTA(Library.NCCL, 70),
  AMPERE(Library.NCCL, 80),
  HOPPER(Library.NCCL, 90),
  BLACKWELL(Library.NCCL, 100),
  /** MI300X and MI325X, {@code gfx942}. */
  CDNA3(Library.RCCL, 94);

  private final Library library;
  private final int computeCapability;

  Generation(Library library, int computeCapability) {
    this.library = library;
    this.computeCapability = computeCapability;
  }

  /** Which library runs collectives on them. */
  public Library library() {
    return library;
  }

  /** Major and minor version in one number, as NCCL keeps it. */
  public int computeCapability() {
    return computeCapability;
  }
}
