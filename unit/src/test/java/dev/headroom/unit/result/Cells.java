package dev.headroom.unit.result;

import java.util.Locale;

/** Numbers as the tables of results print them. */
public final class Cells {
  private Cells() {}

  /** A number with a fixed number of decimals and commas between thousands. */
  public static String number(double value, int decimals) {
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
    return text.matches("-[0.]+") ? text.substring(1) : text;
  }

  /** A whole number with commas between thousands. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A share as a percentage. */
  public static String share(double share, int decimals) {
    return number(100 * share, decimals) + " %";
  }

  /** The difference of a value from a reference, as a percentage with its sign. */
  public static String difference(double value, double reference) {
    String text = String.format(Locale.ROOT, "%+.1f %%", 100 * (value / reference - 1));
    return text.matches("[+-]0\\.0 %") ? text.substring(1) : text;
  }
}
