package dev.headroom.prove.plan;

import java.util.Locale;

/** Strictness of a pass rule. Both are judged; a plan says which one signs off. */
public enum Level {
  /** No error of any kind, as the 72-hour protocol asks: one retransmission is a failed cable. */
  ARTICLE,
  /** The errors that the standards of links allow for the bits that were sent. */
  STANDARD;

  /** Its word in plans and reports. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
