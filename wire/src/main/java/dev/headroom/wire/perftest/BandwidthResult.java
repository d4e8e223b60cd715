package dev.headroom.wire.perftest;

import java.util.stream.IntStream;

/**
 * A bandwidth as perftest reports it.
 *
 * @param bytes of a message
 * @param messages of all queue pairs
 * @param peakMiBps the best between posting a message and completing a later one, in MiB/s; 0 if it
 *     was not looked for
 * @param averageMiBps of all, in MiB/s
 * @param messageRateMpps in millions a second
 */
public record BandwidthResult(
    long bytes, long messages, double peakMiBps, double averageMiBps, double messageRateMpps)
    implements PerfReport {
  static final BandwidthResult NONE = new BandwidthResult(0, 0, 0, 0, 0);
  private static final double MIB = 1 << 20;

  /** Comparisons in the search for the peak; above it is left out. */
  private static final long MOST_COMPARISONS = 50_000_000;

  /**
   * Of a run.
   *
   * @param postedNs when each message was posted
   * @param completedNs when so many were completed as its index says, less one; 0 where nobody
   *     looked
   */
  public static BandwidthResult of(long bytes, long[] postedNs, long[] completedNs) {
    int count = postedNs.length;
    double seconds = (completedNs[count - 1] - postedNs[0]) * 1e-9;
    int[] looked = IntStream.range(0, count).filter(i -> completedNs[i] > 0).toArray();
    // Of messages posted at once the first is the best to count from.
    int[] begun =
        IntStream.range(0, count).filter(i -> i == 0 || postedNs[i] > postedNs[i - 1]).toArray();
    boolean found = (long) begun.length * looked.length <= MOST_COMPARISONS;
    double average = seconds / count;
    double best = average;
    for (int k = 0; found && k < begun.length; k++) {
      int i = begun[k];
      for (int j : looked) {
        if (j >= i) {
          best = Math.min(best, (completedNs[j] - postedNs[i]) * 1e-9 / (j - i + 1));
        }
      }
    }
    return new BandwidthResult(
        bytes,
        count,
        found && best > 0 ? bytes / best / MIB : 0,
        // Divided as the peak is, so that rounding never puts a peak below the average.
        average > 0 ? bytes / average / MIB : 0,
        seconds > 0 ? count / seconds * 1e-6 : 0);
  }

  /** Of a run of which nobody looked for the peak. */
  public static BandwidthResult of(long bytes, long messages, double seconds) {
    return new BandwidthResult(
        bytes,
        messages,
        0,
        seconds > 0 ? bytes * messages / seconds / MIB : 0,
        seconds > 0 ? messages / seconds * 1e-6 : 0);
  }

  /** Of both ways together. */
  public BandwidthResult and(BandwidthResult other) {
    return new BandwidthResult(
        bytes,
        messages,
        peakMiBps + other.peakMiBps,
        averageMiBps + other.averageMiBps,
        messageRateMpps + other.messageRateMpps);
  }

  /** Gigabits a second. */
  public double averageGbps() {
    return averageMiBps * MIB * 8e-9;
  }

  /** Gigabits a second. */
  public double peakGbps() {
    return peakMiBps * MIB * 8e-9;
  }
}
