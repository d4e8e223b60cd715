package dev.headroom.audit;

import java.util.Locale;

/** Severity of a finding; the first is the worst. */
public enum Severity {
  /** Does not work, or loses a large part of what the hardware can do. */
  ERROR,
  /** Works, and costs something or will fail under load. */
  WARNING,
  /** Worth knowing. */
  INFO;

  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean atLeast(Severity other) {
    return compareTo(other) <= 0;
  }
}
