package dev.headroom.unit;

import java.util.List;

/**
 * A span of simulated time, or an instant as the span since the start of a run.
 *
 * @param ps picoseconds; a {@code long} of them reaches 106 days
 */
public record Time(long ps) implements Comparable<Time> {
  private static final UnitScale SCALE =
      new UnitScale("time", "600ns, 2us or 1.5ms")
          .unit("s", 1_000_000_000_000L)
          .unit("ms", 1_000_000_000L)
          .unit("us", 1_000_000L)
          .unit("ns", 1_000L)
          .unit("ps", 1L)
          .alias("µs", 1_000_000L);

  public static final Time ZERO = new Time(0);

  /** The units it may be written in, those that are printed first. */
  public static List<String> units() {
    return SCALE.units();
  }

  /** Reads {@code 600ns}; throws {@link UnitException} with what would be right. */
  public static Time parse(String text) {
    return new Time(SCALE.parse(text));
  }

  public static Time ofNanos(long ns) {
    return new Time(Math.multiplyExact(ns, 1_000L));
  }

  public static Time ofMicros(long us) {
    return new Time(Math.multiplyExact(us, 1_000_000L));
  }

  public double seconds() {
    return ps * 1e-12;
  }

  @Override
  public int compareTo(Time other) {
    return Long.compare(ps, other.ps);
  }

  @Override
  public String toString() {
    return ps == 0 ? "0ns" : SCALE.print(ps);
  }
}
