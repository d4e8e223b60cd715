package dev.headroom.formats.hpcc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of quantities in ns-3's notation (its {@code DataRate} and {@code Time} classes): {@code
 * 100Gbps}, {@code 20Mb/s}, {@code 1000ns}, {@code 0.001ms}. A bare rate is in bit/s and a bare
 * time in seconds, as there.
 */
final class Ns3Units {
  private static final Pattern QUANTITY =
      Pattern.compile("([0-9]*\\.?[0-9]+|[0-9]+\\.)([A-Za-z/]*)");

  /** Steps of a fixed-point number of 64 bits after the point. */
  private static final BigInteger STEPS = BigInteger.TWO.pow(64);

  private static final Map<String, Double> PREFIX =
      Map.of(
          "",
          1.0,
          "k",
          1e3,
          "K",
          1e3,
          "Ki",
          1024.0,
          "M",
          1e6,
          "Mi",
          1048576.0,
          "G",
          1e9,
          "Gi",
          1073741824.0);

  private static final Map<String, Long> PICOSECONDS =
      Map.of(
          "",
          1_000_000_000_000L,
          "s",
          1_000_000_000_000L,
          "ms",
          1_000_000_000L,
          "us",
          1_000_000L,
          "ns",
          1_000L,
          "ps",
          1L);

  private Ns3Units() {}

  /** Bits per second, cut to a whole number as there; empty if it is not a rate. */
  static Optional<Long> bitsPerSecond(String text) {
    Matcher matcher = QUANTITY.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = matcher.group(2);
    double bits = 1;
    if (!unit.isEmpty()) {
      String prefix;
      if (unit.endsWith("bps") || unit.endsWith("b/s")) {
        prefix = unit.substring(0, unit.length() - 3);
      } else if (unit.endsWith("Bps") || unit.endsWith("B/s")) {
        prefix = unit.substring(0, unit.length() - 3);
        bits = 8;
      } else {
        return Optional.empty();
      }
      Double factor = PREFIX.get(prefix);
      if (factor == null) {
        return Optional.empty();
      }
      bits *= factor;
    }
    return Optional.of((long) (Double.parseDouble(matcher.group(1)) * bits));
  }

  /** Picoseconds, exactly as written; empty if it is not a time. */
  static Optional<Long> picoseconds(String text) {
    return time(text, BigDecimal::new);
  }

  /**
   * Picoseconds as that simulator has them: the number becomes a double, which may lie just below
   * what was written, then a multiple of 2<sup>-64</sup> ({@code int64x64-128.h}), and is cut to
   * whole nanoseconds. 2.000002612 s comes to 2,000,002,611 ns, and 0.00001 s to 9,999.
   */
  static Optional<Long> cutToNanoseconds(String text) {
    return time(text, digits -> fixedPoint(Double.parseDouble(digits)))
        .map(ps -> ps / 1_000 * 1_000);
  }

  /** The greatest multiple of 2<sup>-64</sup> that is no more than a number. */
  private static BigDecimal fixedPoint(double number) {
    BigInteger steps = new BigDecimal(number).multiply(new BigDecimal(STEPS)).toBigInteger();
    return new BigDecimal(steps).divide(new BigDecimal(STEPS));
  }

  private static Optional<Long> time(String text, Function<String, BigDecimal> number) {
    Matcher matcher = QUANTITY.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Long factor = PICOSECONDS.get(matcher.group(2));
    if (factor == null || Double.parseDouble(matcher.group(1)) * factor > Long.MAX_VALUE) {
      return Optional.empty();
    }
    BigDecimal ps = number.apply(matcher.group(1)).multiply(BigDecimal.valueOf(factor));
    if (ps.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      return Optional.empty();
    }
    return Optional.of(ps.setScale(0, RoundingMode.FLOOR).longValueExact());
  }
}
