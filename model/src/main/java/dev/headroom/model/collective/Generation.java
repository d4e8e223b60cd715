package dev.headroom.model.collective;

/** A generation of GPU, as far as NCCL's constants tell them apart. */
public enum Generation {
  VOLTA(70),
  AMPERE(80),
  HOPPER(90),
  BLACKWELL(100);

  private final int computeCapability;

  Generation(int computeCapability) {
    this.computeCapability = computeCapability;
  }

  /** Major and minor version in one number, as NCCL keeps it. */
  public int computeCapability() {
    return computeCapability;
  }
}
