package dev.headroom.prove.alarm;

import java.util.Locale;

/** Unit of the value that an alarm shows. */
public enum ValueUnit {
  /** Not shown. */
  NONE,
  /** Events of a kind; a fraction comes from the estimate at both ends of a range. */
  COUNT,
  NUMBER,
  /** From 0 to 1. */
  SHARE,
  /** Bytes a second. */
  RATE,
  CELSIUS,
  SECONDS;

  private static final double BITS = 8e-9;
  private static final double PERCENT = 100;
  private static final double MUCH = 100;

  /** For people. */
  public String show(double value) {
    return switch (this) {
      case NONE -> "";
      case COUNT -> String.format(Locale.ROOT, "%d", Math.round(value));
      case NUMBER ->
          String.format(
              Locale.ROOT, value >= MUCH ? "%.0f" : value < 1e-2 ? "%.2g" : "%.2f", value);
      case SHARE -> String.format(Locale.ROOT, "%.1f %%", PERCENT * value);
      case RATE -> String.format(Locale.ROOT, "%.1f Gb/s", BITS * value);
      case CELSIUS -> String.format(Locale.ROOT, "%.0f C", value);
      case SECONDS -> String.format(Locale.ROOT, "%.0f s", value);
    };
  }

  /** What makes the same of a value in a template of Prometheus. */
  String template() {
    return switch (this) {
      case NONE -> "";
      case COUNT -> "{{ printf \"%.0f\" $value }}";
      case NUMBER -> "{{ printf \"%.3g\" $value }}";
      case SHARE -> "{{ $value | humanizePercentage }}";
      case RATE -> "{{ $value | humanize }}B/s";
      case CELSIUS -> "{{ printf \"%.0f\" $value }} C";
      case SECONDS -> "{{ printf \"%.0f\" $value }} s";
    };
  }
}
