package dev.headroom.sim;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.Samples;
import dev.headroom.sim.measure.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Looks at every port at equal intervals. When there have been as many samples as are kept, every
 * second one is given up and the interval doubles, so that a run of any length has a bounded
 * series.
 */
final class Sampler {
  /** Samples kept of a port, at most; of all ports together no more than {@link #TOGETHER}. */
  static final int MOST = 2_048;

  private static final int LEAST = 64;

  /** About 17 bytes each. */
  private static final int TOGETHER = 4_000_000;

  private final Port[] ports;
  private final long[][] queue;
  private final long[][] sent;
  private final boolean[][] paused;
  private final int kept;
  private long fromPs;
  private long periodPs;
  private int count;

  /**
   * @param periodPs {@code Long.MAX_VALUE} for no samples
   */
  Sampler(List<Port> ports, long periodPs) {
    this.periodPs = periodPs;
    this.ports = periodPs == Long.MAX_VALUE ? new Port[0] : ports.toArray(Port[]::new);
    kept = Math.clamp(TOGETHER / Math.max(1, this.ports.length), LEAST, MOST) & ~1;
    queue = new long[this.ports.length][LEAST];
    sent = new long[this.ports.length][LEAST];
    paused = new boolean[this.ports.length][LEAST];
  }

  /** Nothing happens before this: the first sample is due a period after it. */
  void begin(long atPs) {
    fromPs = atPs;
  }

  /** When the next sample is due. */
  long nextPs() {
    return periodPs == Long.MAX_VALUE ? Long.MAX_VALUE : fromPs + (count + 1) * periodPs;
  }

  void sample() {
    int longer = Math.min(kept, 2 * count);
    for (int i = 0; i < ports.length; i++) {
      if (count == queue[i].length) {
        queue[i] = Arrays.copyOf(queue[i], longer);
        sent[i] = Arrays.copyOf(sent[i], longer);
        paused[i] = Arrays.copyOf(paused[i], longer);
      }
      queue[i][count] = ports[i].queuedBytes();
      sent[i][count] = ports[i].sentBytes();
      paused[i][count] = ports[i].isPaused();
    }
    if (++count == kept) {
      thin();
    }
  }

  private void thin() {
    for (int i = 0; i < ports.length; i++) {
      for (int j = 0; j < kept / 2; j++) {
        queue[i][j] = queue[i][2 * j + 1];
        sent[i][j] = sent[i][2 * j + 1];
        paused[i][j] = paused[i][2 * j + 1];
      }
    }
    count = kept / 2;
    periodPs *= 2;
  }

  Samples samples() {
    if (ports.length == 0) {
      return Samples.NONE;
    }
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < ports.length; i++) {
      long[] rate = new long[count];
      for (int j = 0; j < count; j++) {
        rate[j] = sent[i][j] - (j == 0 ? 0 : sent[i][j - 1]);
      }
      series.add(
          new Series(
              ports[i].device.node,
              ports[i].number(),
              Arrays.copyOf(queue[i], count),
              rate,
              Arrays.copyOf(paused[i], count)));
    }
    return new Samples(fromPs, periodPs, count, series);
  }
}
