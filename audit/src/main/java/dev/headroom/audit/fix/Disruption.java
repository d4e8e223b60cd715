package dev.headroom.audit.fix;

import java.util.Locale;

/** Disruption that a fix causes; the later the worse. */
public enum Disruption {
  /** Nothing. */
  NONE("disturbs nothing"),
  /** Running jobs must be started again to see it. */
  NEW_JOBS("applies to jobs started afterwards"),
  /** The interface loses its link for some seconds, and with it every connection. */
  LINK("drops the link"),
  /** The NIC starts anew. */
  NIC_RESET("resets the NIC"),
  /** Everything stops. */
  REBOOT("needs a reboot"),
  /** Nothing may run on the node. */
  EMPTY_NODE("needs a drained node");

  private final String words;

  Disruption(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  /** Whether work under way suffers. */
  public boolean disruptive() {
    return compareTo(LINK) >= 0;
  }

  /** As files name it: {@code new-jobs}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
