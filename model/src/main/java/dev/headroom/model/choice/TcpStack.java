package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** CPU cost of TCP on hosts. */
public enum TcpStack implements Word {
  /** None. */
  FREE,
  /** What the kernel's takes. */
  KERNEL;

  @Override
  public String toString() {
    return word();
  }
}
