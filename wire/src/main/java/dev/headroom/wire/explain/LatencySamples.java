package dev.headroom.wire.explain;

import java.util.Arrays;

/**
 * Sample of times, for quantiles: all of them up to 512, beyond that an even choice of 512
 * (Vitter's algorithm R with a fixed generator, so that the same capture gives the same figures).
 */
final class LatencySamples {
  private static final int KEPT = 512;

  private long[] values = new long[4];
  private long count;
  private long most;
  private long state = 1;

  void add(long value) {
    most = Math.max(most, value);
    if (count < KEPT) {
      if (count == values.length) {
        values = Arrays.copyOf(values, Math.min(KEPT, values.length * 4));
      }
      values[(int) count] = value;
    } else {
      state = state * 6364136223846793005L + 1442695040888963407L;
      long place = Long.remainderUnsigned(state >>> 16, count + 1);
      if (place < KEPT) {
        values[(int) place] = value;
      }
    }
    count++;
  }

  MessageLatency latency() {
    long[] sorted = Arrays.copyOf(values, (int) Math.min(count, KEPT));
    Arrays.sort(sorted);
    return new MessageLatency(count, quantile(sorted, 0.5), quantile(sorted, 0.99), most);
  }

  private static long quantile(long[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
