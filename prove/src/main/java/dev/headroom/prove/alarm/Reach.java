package dev.headroom.prove.alarm;

import java.util.Locale;

/** How far the consequences of an alarm reach. */
public enum Reach {
  /** The same device of the same machine. */
  DEVICE,
  /** The same machine. */
  HOST,
  /** Every machine on the fabric. */
  FABRIC;

  /** As the table has it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
