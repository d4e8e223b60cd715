package dev.headroom.model.unit;

import java.util.List;

/**
 * A data rate.
 *
 * @param bps bits per second
 */
public record Rate(long bps) implements Comparable<Rate> {
  private static final Scale SCALE =
      new Scale("rate", "400Gbps or 40Mbps")
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

  /** The units it may be written in, those that are printed first. */
  public static List<String> units() {
    return SCALE.units();
  }

  /** Reads {@code 400Gbps}; throws {@link UnitException} with what would be right. */
  public static Rate parse(String text) {
    return new Rate(SCALE.parse(text));
  }

  public static Rate ofGbps(long gbps) {
    return new Rate(Math.multiplyExact(gbps, 1_000_000_000L));
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
