package dev.headroom.run.figures;

import dev.headroom.unit.Size;
import java.util.Arrays;

/** Grouping of flows by size: each size by itself if there are few, else by powers of ten. */
record SizeRanges(long[] from, long[] to, String[] label) {
  /** More sizes than this are grouped by powers of ten. */
  static final int FEW = 5;

  private static final int MOST_DIGITS = 4;

  static final SizeRanges DECADES =
      new SizeRanges(
          new long[] {0, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000},
          new long[] {9_999, 99_999, 999_999, 9_999_999, 99_999_999, Long.MAX_VALUE},
          new String[] {
            "under 10 KB", "10-100 KB", "100 KB-1 MB", "1-10 MB", "10-100 MB", "over 100 MB"
          });

  /**
   * One range a size; sizes that read the same share one, such as the parts of a vector that does
   * not divide, which are a byte apart.
   */
  static SizeRanges each(long[] sizes) {
    long[] sorted = sizes.clone();
    Arrays.sort(sorted);
    long[] from = new long[sorted.length];
    long[] to = new long[sorted.length];
    String[] labels = new String[sorted.length];
    int ranges = 0;
    for (long size : sorted) {
      String label = label(size);
      if (ranges == 0 || !label.equals(labels[ranges - 1])) {
        from[ranges] = size;
        labels[ranges++] = label;
      }
      to[ranges - 1] = size;
    }
    return new SizeRanges(
        Arrays.copyOf(from, ranges), Arrays.copyOf(to, ranges), Arrays.copyOf(labels, ranges));
  }

  /** As it is written, where that is a whole number of some unit: {@code 64 KiB}; else rounded. */
  private static String label(long size) {
    String exact = new Size(size).toString();
    int unit = exact.replaceFirst("[A-Za-z]+$", "").length();
    return unit > MOST_DIGITS || exact.contains(".")
        ? NumberText.size(size)
        : exact.substring(0, unit) + " " + exact.substring(unit);
  }

  int count() {
    return from.length;
  }

  int of(long bytes) {
    for (int i = 0; i < to.length; i++) {
      if (bytes <= to[i]) {
        return i;
      }
    }
    return to.length - 1;
  }
}
