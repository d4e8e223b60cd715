package dev.headroom.run.figures;

import dev.headroom.unit.CountedNoun;

/**
 * Formatter of numbers for people: three significant digits with a unit, or whole with thousands
 * separated. The same in every locale, and without the cost of {@code String.format}.
 */
public final class NumberText {
  private static final String[] TIME = {"ps", "ns", "us", "ms", "s"};
  private static final String[] SIZE = {"B", "KB", "MB", "GB", "TB", "PB"};
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB"};
  private static final String[] RATE = {"b/s", "Kb/s", "Mb/s", "Gb/s", "Tb/s"};

  private NumberText() {}

  /** {@code 12,345}. */
  public static String count(long value) {
    String digits = Long.toString(Math.abs(value));
    StringBuilder text = new StringBuilder(value < 0 ? "-" : "");
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        text.append(',');
      }
      text.append(digits.charAt(i));
    }
    return text.toString();
  }

  /** {@code 1.23 ms}. */
  public static String time(double ps) {
    return ps == 0 ? "0 s" : scaled(ps, TIME);
  }

  /** {@code 1.23 MB}, decimal. */
  public static String size(double bytes) {
    return scaled(bytes, SIZE);
  }

  /**
   * {@code 259 KiB} where it is whole KiB, MiB or GiB, fewer than 10,000 and not whole KB; else
   * {@code 1.23 MB}.
   */
  public static String bytes(double bytes) {
    double amount = bytes;
    int unit = 0;
    while (unit < BINARY.length - 1
        && amount >= 1024
        && amount / 1024 == Math.rint(amount / 1024)) {
      amount /= 1024;
      unit++;
    }
    return unit == 0 || amount >= 10_000 || bytes % 1000 == 0
        ? size(bytes)
        : count((long) amount) + " " + BINARY[unit];
  }

  /** {@code 94.2 Gb/s}. */
  public static String rate(double bps) {
    return scaled(bps, RATE);
  }

  /** {@code 31 %}: whole above ten, one decimal below, and never 0 or 100 for what is not. */
  public static String percent(double share) {
    double percent = share * 100;
    if (percent <= 0) {
      return "0 %";
    }
    if (percent < 0.05) {
      return "under 0.1 %";
    }
    if (percent > 99.5 && percent < 100) {
      return decimal(Math.min(percent, 99.9), 1) + " %";
    }
    return decimal(percent, percent < 9.95 ? 1 : 0) + " %";
  }

  /** {@code 1.83}, {@code 18.3}, {@code 183}: three significant digits. */
  public static String ratio(double value) {
    return decimal(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
  }

  /** The value with this many decimals, 0 to 6. */
  public static String decimal(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    long factor = 1;
    for (int i = 0; i < decimals; i++) {
      factor *= 10;
    }
    long scaled = Math.round(Math.abs(value) * factor);
    StringBuilder text = new StringBuilder(value < 0 && scaled > 0 ? "-" : "");
    text.append(count(scaled / factor));
    if (decimals > 0) {
      String fraction = Long.toString(scaled % factor);
      text.append('.').append("0".repeat(decimals - fraction.length())).append(fraction);
    }
    return text.toString();
  }

  /** One of something or several: {@code 1 flow}, {@code 2 flows}. */
  public static String plural(long count, String one) {
    return count(count) + " " + CountedNoun.noun(count, one);
  }

  /** The same of what has no regular plural: {@code 1 packet was}, {@code 2 packets were}. */
  public static String plural(long count, String one, String several) {
    return count(count) + " " + (count == 1 ? one : several);
  }

  private static String scaled(double value, String[] units) {
    double amount = value;
    int unit = 0;
    while (Math.abs(amount) >= 999.5 && unit < units.length - 1) {
      amount /= 1000;
      unit++;
    }
    boolean whole = unit == 0 && amount == Math.rint(amount);
    return (whole ? count((long) amount) : ratio(amount)) + " " + units[unit];
  }
}
