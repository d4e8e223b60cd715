package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Memory that holds the payload. */
public enum MemoryPlace implements Keyword {
  /** In host memory. */
  HOST,
  /** In a GPU's, which the NIC reads and writes itself (GPUDirect). */
  GPU,
  /** In a GPU's, and copied through host memory. */
  STAGED;

  /** Whether payload is a GPU's in the end. */
  public boolean isOfGpu() {
    return this != HOST;
  }

  @Override
  public String toString() {
    return word();
  }
}
