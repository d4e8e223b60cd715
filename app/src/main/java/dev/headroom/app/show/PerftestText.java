package dev.headroom.app.show;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/**
 * Text of perftest 25.07 ({@code perftest_parameters.c} and {@code perftest_parameters.h}): pieces
 * from which an output is assembled line by line.
 */
public final class PerftestText {
  /** Between the parts of an output. */
  public static final String RULER = "-".repeat(87) + "\n";

  /** Below this many Gb/s more digits are printed. */
  private static final double SMALL_GBPS = 0.1;

  private static final int DIGITS = 6;
  private static final int LEAST_EXPONENT = -4;

  private PerftestText() {}

  /** A line with two settings. */
  public static String pair(String name, String value, String other, String otherValue) {
    return String.format(Locale.ROOT, " %-16s: %s\t\t%-15s: %s\n", name, value, other, otherValue);
  }

  /** A line with one setting. */
  public static String settingLine(String name, String value) {
    return String.format(Locale.ROOT, " %-16s: %s\n", name, value);
  }

  /**
   * One end of a queue pair, without what follows on its line.
   *
   * @param side {@code local} or {@code remote}
   */
  public static String address(String side, int lid, int queuePair, int psn) {
    String number = lid == 0 ? "0000" : String.format(Locale.ROOT, "0x%02x", lid);
    return String.format(
        Locale.ROOT, " %s address: LID %s QPN 0x%04x PSN 0x%06x", side, number, queuePair, psn);
  }

  /** The GID of an end: its bytes in decimal. */
  public static String gid(byte[] bytes) {
    StringBuilder text = new StringBuilder(" GID: ");
    for (int i = 0; i < bytes.length; i++) {
      text.append(i == 0 ? "" : ":").append(String.format(Locale.ROOT, "%02d", bytes[i] & 0xff));
    }
    return text.append('\n').toString();
  }

  /**
   * The heading of the results.
   *
   * @param unit of bandwidths: {@code Gb/sec}
   */
  public static String columns(boolean latency, String unit) {
    return latency
        ? " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    "
            + "t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] \n"
        : " #bytes     #iterations    BW peak[%s]    BW average[%s]   MsgRate[Mpps]\n"
            .formatted(unit, unit);
  }

  /** Latencies one by one, in microseconds, with C's {@code %g}. */
  public static String each(List<Double> us) {
    StringBuilder text = new StringBuilder("#, usec\n");
    for (int i = 0; i < us.size(); i++) {
      text.append(i + 1).append(", ").append(shortest(us.get(i))).append('\n');
    }
    return text.toString();
  }

  /** Six digits that count, without zeros at the end; with an exponent where it is short. */
  private static String shortest(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal digits = new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    return exponent >= LEAST_EXPONENT && exponent < DIGITS
        ? digits.toPlainString()
        : String.format(
            Locale.ROOT,
            "%se%s%02d",
            digits.movePointLeft(exponent).stripTrailingZeros().toPlainString(),
            exponent < 0 ? "-" : "+",
            Math.abs(exponent));
  }

  /** The heading where latency was measured for a while. */
  public static String columnsOfMean() {
    return " #bytes        #iterations       t_avg[usec]    tps average\n";
  }

  /** A mean latency in microseconds, and how many a second. */
  public static String meanLatency(long bytes, long messages, double meanUs, double perSecond) {
    return String.format(
        Locale.ROOT,
        " %-7d       %d            %-7.2f        %-7.2f\n",
        bytes,
        messages,
        meanUs,
        perSecond);
  }

  /**
   * A bandwidth.
   *
   * @param peak in the unit of the heading, as {@code average}
   * @param gigabits whether that is Gb/s
   */
  public static String bandwidth(
      long bytes, long messages, double peak, double average, double mpps, boolean gigabits) {
    return String.format(
        Locale.ROOT,
        gigabits && average < SMALL_GBPS
            ? " %-7d    %d           %-7.6f            %-7.6f            %-7.6f\n"
            : " %-7d    %-10d       %-7.2f            %-7.2f\t\t     %-7.6f\n",
        bytes,
        messages,
        peak,
        average,
        mpps);
  }

  /**
   * A latency.
   *
   * @param us least, most, typical, mean, deviation, 99 and 99.9 % percentile, in microseconds
   */
  public static String latency(long bytes, long messages, List<Double> us) {
    return String.format(
        Locale.ROOT,
        " %-7d %d          %-7.2f        %-7.2f      %-7.2f  \t       %-7.2f     \t%-7.2f\t\t"
            + "%-7.2f \t\t%-7.2f\n",
        bytes,
        messages,
        us.get(0),
        us.get(1),
        us.get(2),
        us.get(3),
        us.get(4),
        us.get(5),
        us.get(6));
  }
}
