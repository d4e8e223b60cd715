package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** CPU cost of TCP on hosts. */
public enum TcpStack implements Keyword {
  /** None. */
  FREE,
  /** What the kernel's takes. */
  KERNEL;

  @Override
  public String toString() {
    return word();
  }
}
