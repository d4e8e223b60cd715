package dev.headroom.web.report;

import java.util.Arrays;

/**
 * Streaming quantiles of many values in fixed memory, to within 1/16: values are counted by their
 * five leading bits. Zero and the greatest value are exact.
 */
final class QueueQuantiles {
  private static final int BITS = 4;

  private final int[] counts = new int[(64 - BITS) << BITS];
  private long total;
  private long max;

  void clear() {
    Arrays.fill(counts, 0);
    total = 0;
    max = 0;
  }

  void add(long value) {
    counts[bucket(value)]++;
    total++;
    max = Math.max(max, value);
  }

  /** The least value that at least this share does not exceed, rounded down to its bucket. */
  long at(double share) {
    long rank = (long) Math.ceil(share * total - 1e-9);
    if (rank >= total) {
      return max;
    }
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return least(i);
      }
    }
    return max;
  }

  private static int bucket(long value) {
    if (value < 1 << BITS) {
      return (int) Math.max(0, value);
    }
    int shift = 63 - Long.numberOfLeadingZeros(value) - BITS;
    return ((shift + 1) << BITS) + (int) (value >>> shift) - (1 << BITS);
  }

  private static long least(int bucket) {
    if (bucket < 1 << BITS) {
      return bucket;
    }
    int shift = (bucket >> BITS) - 1;
    return ((bucket & ((1L << BITS) - 1)) + (1L << BITS)) << shift;
  }
}
