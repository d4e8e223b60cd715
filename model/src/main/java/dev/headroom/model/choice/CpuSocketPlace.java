package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** CPU socket of the program, its queues and its data in host memory, relative to the NIC. */
public enum CpuSocketPlace implements Keyword {
  /** The NIC's own. */
  NEAR,
  /** Another. */
  FAR;

  @Override
  public String toString() {
    return word();
  }
}
