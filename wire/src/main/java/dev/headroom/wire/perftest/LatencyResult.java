package dev.headroom.wire.perftest;

import java.util.Arrays;

/**
 * Latency as perftest reports it: from one message to the next, halved where each waits for one to
 * come back. The two longest are left out of all but the maximum, as there.
 *
 * @param bytes of a message
 * @param messages that were sent
 */
public record LatencyResult(
    long bytes,
    long messages,
    double minUs,
    double maxUs,
    double medianUs,
    double meanUs,
    double deviationUs,
    double p99Us,
    double p999Us)
    implements PerfReport {
  private static final int TAIL = 2;

  /**
   * Of a run.
   *
   * @param postedNs when each message was posted, at least five
   * @param share of the time between two that is one message's: 1 or 0.5
   */
  public static LatencyResult of(long bytes, long[] postedNs, double share) {
    double[] us = new double[postedNs.length - 1];
    for (int i = 0; i < us.length; i++) {
      us[i] = (postedNs[i + 1] - postedNs[i]) * 1e-3 * share;
    }
    Arrays.sort(us);
    int count = us.length - TAIL;
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += us[i];
    }
    double mean = sum / count;
    double squares = 0;
    for (int i = 0; i < count; i++) {
      squares += (us[i] - mean) * (us[i] - mean);
    }
    double median = count % 2 == 1 ? us[count / 2] : (us[count / 2 - 1] + us[count / 2]) / 2;
    return new LatencyResult(
        bytes,
        postedNs.length,
        us[0],
        us[count],
        median,
        mean,
        Math.sqrt(squares / count),
        us[(int) Math.ceil(count * 0.99)],
        us[(int) Math.ceil(count * 0.999)]);
  }
}
