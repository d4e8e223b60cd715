package dev.headroom.prove.alarm;

import java.util.Locale;

/** Severity of an alarm; the first is the worst. */
public enum AlarmSeverity {
  /** The machine should get no new jobs. */
  CRITICAL,
  /** Somebody should look at it. */
  WARNING;

  /** As tables and labels have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
