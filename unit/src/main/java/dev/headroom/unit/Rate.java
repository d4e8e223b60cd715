package dev.headroom.unit;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A data rate.
 *
 * @param bps bits per second
 */
public record Rate(long bps) implements Comparable<Rate> {
  private static final UnitScale SCALE =
      new UnitScale("rate", "400Gbps or 40Mbps")
          .unit("Tbps", 1_000_000_000_000L)
          .unit("Gbps", 1_000_000_000L)
          .unit("Mbps", 1_000_000L)
          .unit("Kbps", 1_000L)
          .unit("bps", 1L)
          .alias("Tb/s", 1_000_000_000_000L)
          .alias("Gb/s", 1_000_000_000L)
          .alias("Mb/s", 1_000_000L)
          .alias("Kb/s", 1_000L)
          .alias("kbps", 1_000L)
          .alias("b/s", 1L);

  /** As data sheets of drives and buses have rates. */
  private static final Pattern IN_BYTES =
      Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([KMGT]?)B(?:ps|/s)\\s*");

  private static final int LONGEST_IN_BYTES = 40;

  /** The units it may be written in, those that are printed first. */
  public static List<String> units() {
    return SCALE.units();
  }

  /** Reads {@code 400Gbps}; throws {@link UnitException} with what would be right. */
  public static Rate parse(String text) {
    Matcher bytes = IN_BYTES.matcher(text);
    if (text.length() <= LONGEST_IN_BYTES && bytes.matches()) {
      BigDecimal bits = new BigDecimal(bytes.group(1)).multiply(BigDecimal.valueOf(8));
      throw new UnitException(
          "'%s' is in bytes, but a rate is in bits: write %s%sbps"
              .formatted(text.strip(), bits.stripTrailingZeros().toPlainString(), bytes.group(2)));
    }
    return new Rate(SCALE.parse(text));
  }

  public static Rate ofGbps(long gbps) {
    return new Rate(Math.multiplyExact(gbps, 1_000_000_000L));
  }

  // By hand, as those of a record are made when first asked for, and these are for every link.
  @Override
  public boolean equals(Object other) {
    return other instanceof Rate that && bps == that.bps;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(bps);
  }

  public double gbps() {
    return bps * 1e-9;
  }

  @Override
  public int compareTo(Rate other) {
    return Long.compare(bps, other.bps);
  }

  @Override
  public String toString() {
    return bps == 0 ? "0bps" : SCALE.print(bps);
  }
}
