package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Source of the UDP source port. */
public enum UdpPortSource implements Keyword {
  /** The kernel's flow label. */
  KERNEL,
  /** It is the same for all. */
  FIXED,
  /** The NIC. */
  NIC;

  @Override
  public String toString() {
    return word();
  }
}
