package dev.headroom.unit;

import java.util.List;

/**
 * An amount of data. {@code KB} is 1,000 bytes and {@code KiB} is 1,024.
 *
 * @param bytes bytes
 */
public record Size(long bytes) implements Comparable<Size> {
  private static final UnitScale SCALE =
      new UnitScale("size", "20KB, 64MiB or 4096B")
          .unit("TiB", 1L << 40)
          .unit("TB", 1_000_000_000_000L)
          .unit("GiB", 1L << 30)
          .unit("GB", 1_000_000_000L)
          .unit("MiB", 1L << 20)
          .unit("MB", 1_000_000L)
          .unit("KiB", 1L << 10)
          .unit("KB", 1_000L)
          .unit("B", 1L)
          .alias("kB", 1_000L);

  public static final Size ZERO = new Size(0);

  /** The units it may be written in, those that are printed first. */
  public static List<String> units() {
    return SCALE.units();
  }

  /** Reads {@code 64MiB}; throws {@link UnitException} with what would be right. */
  public static Size parse(String text) {
    return new Size(SCALE.parse(text));
  }

  // By hand, as those of a record are made when first asked for, and these are asked of any
  // scenario.
  @Override
  public boolean equals(Object other) {
    return other instanceof Size that && bytes == that.bytes;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(bytes);
  }

  @Override
  public int compareTo(Size other) {
    return Long.compare(bytes, other.bytes);
  }

  @Override
  public String toString() {
    return bytes == 0 ? "0B" : SCALE.print(bytes);
  }
}
