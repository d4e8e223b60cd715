package dev.headroom.model.knob;

import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Distribution of extra delay over the usual time: a cumulative curve with straight pieces between
 * its points. At least half of all stay below its first point.
 *
 * @param text how it is written: {@code none}, a name, or {@code 0ns=50%,227ns=99%,1.3us=100%}
 * @param points from the least at 0 % to the greatest at 100 %; empty where all take alike
 */
public record Jitter(String text, List<Point> points) {
  /**
   * @param ps longer than usual
   * @param cumulative share of all that stay below, 0 to 1
   */
  public record Point(long ps, double cumulative) {}

  private static final String NONE = "none";

  private static final long MOST_PS = 1_000_000_000_000L;

  /**
   * What a read of 64 B over PCIe took longer than the median, 16,777,216 times from 8 KB that were
   * not in the cache: {@code lat_dma_details_cdf} of pcie-bench/data, {@code
   * nfp6000-1.2GHz_hsw-Xeon-E5-2637v3_supermicro} (median 640 ns; the steps from 3 % to 0.1 % are
   * memory that is being refreshed) and {@code hsw-Xeon-E3-1226v3_fujitsu-tx1310} (median 1,213 ns,
   * as its authors wonder at: Neugebauer et al., SIGCOMM 2018, section 6.2).
   */
  private static final Map<String, String> MEASURED =
      new TreeMap<>(
          Map.of(
              "xeon-e5",
              "0ns=50%,13ns=95%,27ns=96%,93ns=97%,187ns=98%,227ns=99%,253ns=99.5%,280ns=99.9%,"
                  + "320ns=99.99%,333ns=99.999%,1253ns=100%",
              "xeon-e3",
              "0ns=50%,774ns=75%,1000ns=90%,2267ns=95%,3107ns=97%,3467ns=98%,4480ns=99%,"
                  + "5347ns=99.5%,10774ns=99.9%,2630us=99.99%,2977us=99.999%,5835us=100%"));

  /** How a scenario file writes it. */
  public static final ValueType<Jitter> TYPE =
      new ValueType<>(
          "jitter",
          "{0ns: 50%, 227ns: 99%, 1.3us: 100%}",
          Jitter::parse,
          Jitter::text,
          List.of(NONE, "xeon-e3", "xeon-e5"));

  public Jitter {
    points = List.copyOf(points);
  }

  /** Reads none, a name, or points; throws {@link UnitException}. */
  static Jitter parse(String text) {
    String wanted = text.strip();
    if (NONE.equals(wanted)) {
      return new Jitter(wanted, List.of());
    }
    String measured = MEASURED.get(wanted);
    if (measured != null) {
      return new Jitter(wanted, listed(measured));
    }
    if (wanted.contains("=")) {
      return new Jitter(wanted, listed(wanted));
    }
    throw new UnitException(
        "'%s' is not a jitter; use %s, %s, or points such as {0ns: 50%%, 227ns: 99%%, 1.3us: 100%%}"
            .formatted(wanted, NONE, String.join(", ", MEASURED.keySet())));
  }

  private static List<Point> listed(String text) {
    List<Point> points = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.strip().split("=", -1);
      if (pair.length != 2) {
        throw new UnitException("'%s' is not TIME=SHARE, such as 227ns=99%%".formatted(part));
      }
      long ps = Time.parse(pair[0].strip()).ps();
      if (ps < 0 || ps > MOST_PS) {
        throw new UnitException("'%s' is outside 0ns to 1s".formatted(pair[0].strip()));
      }
      points.add(new Point(ps, ValueType.NUMBER.parser().apply(pair[1])));
    }
    if (points.getFirst().cumulative() > 0) {
      points.addFirst(new Point(points.getFirst().ps(), 0));
    }
    if (points.getLast().cumulative() != 1) {
      throw new UnitException("the last point of a jitter must be at 100 %");
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).ps() < points.get(i - 1).ps()
          || points.get(i).cumulative() < points.get(i - 1).cumulative()) {
        throw new UnitException("times of a jitter and their shares must not decrease");
      }
    }
    return points;
  }

  /** Whether all take alike. */
  public boolean isNone() {
    return points.isEmpty();
  }

  /** What a share {@code u} of all stays below, 0 to 1, in picoseconds. */
  public long quantilePs(double u) {
    if (points.isEmpty()) {
      return 0;
    }
    int high = 1;
    while (high < points.size() - 1 && points.get(high).cumulative() < u) {
      high++;
    }
    Point from = points.get(high - 1);
    Point to = points.get(high);
    double step = to.cumulative() - from.cumulative();
    double share = step > 0 ? (u - from.cumulative()) / step : 1;
    return Math.round(from.ps() + (to.ps() - from.ps()) * share);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Jitter that && points.equals(that.points);
  }

  @Override
  public int hashCode() {
    return points.hashCode();
  }
}
