package dev.headroom.unit;

import java.util.List;

/**
 * The length of a cable.
 *
 * @param millimetres millimetres
 */
public record Length(long millimetres) implements Comparable<Length> {
  private static final UnitScale SCALE =
      new UnitScale("length", "30m or 2km")
          .unit("km", 1_000_000L)
          .unit("m", 1_000L)
          .unit("mm", 1L)
          .alias("cm", 10L);

  /** The units it may be written in, those that are printed first. */
  public static List<String> units() {
    return SCALE.units();
  }

  /** Reads {@code 30m}; throws {@link UnitException} with what would be right. */
  public static Length parse(String text) {
    return new Length(SCALE.parse(text));
  }

  public double metres() {
    return millimetres * 1e-3;
  }

  @Override
  public int compareTo(Length other) {
    return Long.compare(millimetres, other.millimetres);
  }

  @Override
  public String toString() {
    return millimetres == 0 ? "0m" : SCALE.print(millimetres);
  }
}
