package dev.headroom.run.figures;

import java.util.Arrays;

/** The first few different sizes seen, and whether there were more. */
final class DistinctSizes {
  private final long[] sizes = new long[SizeRanges.FEW];
  private int count;
  private boolean many;

  void add(long size) {
    if (many) {
      return;
    }
    for (int i = 0; i < count; i++) {
      if (sizes[i] == size) {
        return;
      }
    }
    if (count == sizes.length) {
      many = true;
    } else {
      sizes[count++] = size;
    }
  }

  SizeRanges ranges() {
    return many ? SizeRanges.DECADES : SizeRanges.each(Arrays.copyOf(sizes, count));
  }
}
