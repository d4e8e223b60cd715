package dev.headroom.model.workload;

import dev.headroom.model.knob.ValueType;
import dev.headroom.unit.Size;
import dev.headroom.unit.UnitException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Distribution of flow sizes: a cumulative curve with straight pieces between its points, as the
 * HPCC simulator's traffic generator draws from it.
 *
 * @param text how it is written: a name, one size, or {@code 10KB=15%,20KB=40%,1MB=100%}
 * @param points from size 0 or the least size at 0 % to the greatest at 100 %
 */
public record SizeDistribution(String text, List<Point> points) {
  /**
   * @param bytes a size
   * @param cumulative share of flows up to it, 0 to 1
   */
  public record Point(double bytes, double cumulative) {}

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private static final int LONGEST_NUMBER = 60;
  private static final double MOST_BYTES = 0x1p60;

  /** The published ones, by name, with their file among the resources and their source. */
  private static final Map<String, String> PUBLISHED =
      new TreeMap<>(
          Map.of(
              "WebSearch", "web search (DCTCP, SIGCOMM 2010)",
              "FB_Hadoop", "Facebook Hadoop (Roy et al., SIGCOMM 2015)",
              "AliStorage", "Alibaba storage 2019 (HPCC simulator)",
              "GoogleRPC", "Google RPC 2008 (Homa, SIGCOMM 2018; HPCC simulator)"));

  /** How a scenario file writes it. */
  public static final ValueType<SizeDistribution> TYPE =
      new ValueType<>(
          "size distribution",
          "WebSearch",
          SizeDistribution::parse,
          SizeDistribution::text,
          List.copyOf(PUBLISHED.keySet()));

  public SizeDistribution {
    points = List.copyOf(points);
  }

  /** Names of the published distributions with what they are. */
  public static Map<String, String> published() {
    return Map.copyOf(PUBLISHED);
  }

  /** Reads a name, one size, or points; throws {@link UnitException}. */
  public static SizeDistribution parse(String text) {
    String wanted = text.strip();
    if (PUBLISHED.containsKey(wanted)) {
      return new SizeDistribution(wanted, inFile(wanted, resource(wanted + ".cdf")));
    }
    if (wanted.contains("=")) {
      return new SizeDistribution(wanted, listed(wanted));
    }
    if (!wanted.isEmpty() && Character.isDigit(wanted.charAt(0))) {
      double bytes = Size.parse(wanted).bytes();
      return new SizeDistribution(wanted, List.of(new Point(bytes, 0), new Point(bytes, 1)));
    }
    throw new UnitException(
        "'%s' is not a size distribution; use one of %s, or points such as {10KB: 15%%, 1MB: 100%%}"
            .formatted(wanted, String.join(", ", PUBLISHED.keySet())));
  }

  /**
   * Reads a file of lines {@code SIZE CUMULATIVE-PERCENT}, as the HPCC simulator and others publish
   * them; {@code #} begins a comment. Throws {@link UnitException}.
   */
  public static SizeDistribution ofFile(String name, String content) {
    List<Point> points = inFile(name, content);
    return new SizeDistribution(
        points.stream()
            .map(point ->
                "%sB=%s%%"
                    .formatted(
                        BigDecimal.valueOf(point.bytes()).stripTrailingZeros().toPlainString(),
                        BigDecimal.valueOf(point.cumulative())
                            .movePointRight(2)
                            .stripTrailingZeros()
                            .toPlainString()))
            .collect(Collectors.joining(",")),
        points);
  }

  private static List<Point> inFile(String name, String content) {
    List<Point> points = new ArrayList<>();
    int line = 0;
    for (String each : content.lines().toList()) {
      line++;
      String bare = each.replaceFirst("#.*", "").strip();
      if (bare.isEmpty()) {
        continue;
      }
      String[] fields = bare.split("\\s+");
      Optional<Double> size = number(fields[0], MOST_BYTES);
      Optional<Double> percent = number(fields.length > 1 ? fields[1] : "", 100);
      if (size.isEmpty() || percent.isEmpty()) {
        throw new UnitException(
            "line %d of %s is not 'SIZE PERCENT', such as '10000 15'; sizes are 0 to 2^60 bytes"
                .formatted(line, name));
      }
      points.add(new Point(size.get(), percent.get() / 100));
    }
    if (points.isEmpty()) {
      throw new UnitException(
          name + " is empty; write lines of SIZE PERCENT, such as '0 0' to '10000 100'");
    }
    try {
      return checked(points);
    } catch (UnitException e) {
      throw new UnitException(name + ": " + e.getMessage());
    }
  }

  /** From 0 to a greatest; empty for what is none, as NaN. */
  private static Optional<Double> number(String text, double most) {
    return text.length() <= LONGEST_NUMBER && NUMBER.matcher(text).matches()
        ? Optional.of(Double.parseDouble(text)).filter(number -> number >= 0 && number <= most)
        : Optional.empty();
  }

  private static List<Point> listed(String text) {
    List<Point> points = new ArrayList<>();
    for (String entry : text.split(",", -1)) {
      String[] pair = entry.split("=", 2);
      if (pair.length != 2) {
        throw new UnitException("'" + entry + "' is not SIZE=SHARE, such as 10KB=15%");
      }
      points.add(new Point(Size.parse(pair[0]).bytes(), ValueType.NUMBER.parser().apply(pair[1])));
    }
    if (points.getFirst().cumulative() > 0) {
      points.addFirst(new Point(0, 0));
    }
    return checked(points);
  }

  private static List<Point> checked(List<Point> points) {
    if (points.size() < 2 || points.getFirst().cumulative() != 0) {
      throw new UnitException("a size distribution must have at least two points and begin at 0 %");
    }
    if (points.getLast().cumulative() != 1) {
      throw new UnitException("a size distribution must end at 100 %");
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).bytes() < points.get(i - 1).bytes()
          || points.get(i).cumulative() < points.get(i - 1).cumulative()) {
        throw new UnitException("sizes and shares of a size distribution must not decrease");
      }
    }
    return points;
  }

  private static String resource(String name) {
    try (InputStream in = SizeDistribution.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Mean in bytes: the area over the curve, piece by piece. */
  public double mean() {
    double mean = 0;
    for (int i = 1; i < points.size(); i++) {
      Point low = points.get(i - 1);
      Point high = points.get(i);
      mean += (low.bytes() + high.bytes()) / 2 * (high.cumulative() - low.cumulative());
    }
    return mean;
  }

  /** The size below which a share {@code u} of the flows is; at least one byte. */
  public long quantile(double u) {
    int low = 0;
    int high = points.size() - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (points.get(middle).cumulative() < u) {
        low = middle;
      } else {
        high = middle;
      }
    }
    Point from = points.get(low);
    Point to = points.get(high);
    double step = to.cumulative() - from.cumulative();
    double share = step > 0 ? (u - from.cumulative()) / step : 1;
    return Math.max(1, (long) (from.bytes() + (to.bytes() - from.bytes()) * share));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SizeDistribution that && points.equals(that.points);
  }

  @Override
  public int hashCode() {
    return points.hashCode();
  }
}
