package dev.headroom.sim;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.PortSamples;
import dev.headroom.sim.measure.PortSeries;
import dev.headroom.sim.measure.SampleTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sampler of every port at equal intervals, which double when as many samples have been taken as
 * are kept.
 */
final class PortSampler implements SampledPorts {
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
  private final SampleTimes times;
  private final SampleListener listener;

  /**
   * @param periodPs {@code Long.MAX_VALUE} for no samples
   * @param listener is shown each
   */
  PortSampler(List<Port> ports, long periodPs, SampleListener listener) {
    this.listener = listener;
    this.ports = periodPs == Long.MAX_VALUE ? new Port[0] : ports.toArray(Port[]::new);
    kept = Math.clamp(TOGETHER / Math.max(1, this.ports.length), LEAST, MOST) & ~1;
    times = new SampleTimes(periodPs, kept);
    queue = new long[this.ports.length][LEAST];
    sent = new long[this.ports.length][LEAST];
    paused = new boolean[this.ports.length][LEAST];
  }

  /** Nothing happens before this: the first sample is due a period after it. */
  void begin(long atPs) {
    times.begin(atPs);
  }

  /** When the next sample is due. */
  long nextPs() {
    return times.nextPs();
  }

  void sample() {
    int count = times.count();
    for (int i = 0; i < ports.length; i++) {
      if (count == queue[i].length) {
        queue[i] = Arrays.copyOf(queue[i], times.longer());
        sent[i] = Arrays.copyOf(sent[i], times.longer());
        paused[i] = Arrays.copyOf(paused[i], times.longer());
      }
      queue[i][count] = ports[i].queuedBytes();
      sent[i][count] = ports[i].sentBytes();
      paused[i][count] = ports[i].isPaused();
    }
    listener.sampled(times.nextPs(), this);
    if (times.pass()) {
      thin();
    }
  }

  @Override
  public int count() {
    return ports.length;
  }

  @Override
  public int node(int port) {
    return ports[port].device.node;
  }

  @Override
  public int number(int port) {
    return ports[port].number();
  }

  @Override
  public long queuedBytes(int port) {
    return queue[port][times.count()];
  }

  @Override
  public long sentBytes(int port) {
    return sent[port][times.count()];
  }

  @Override
  public boolean isPaused(int port) {
    return paused[port][times.count()];
  }

  private void thin() {
    for (int i = 0; i < ports.length; i++) {
      times.thin(queue[i]);
      times.thin(sent[i]);
      for (int j = 0; j < kept / 2; j++) {
        paused[i][j] = paused[i][2 * j + 1];
      }
    }
  }

  PortSamples samples() {
    if (ports.length == 0) {
      return PortSamples.NONE;
    }
    int count = times.count();
    List<PortSeries> series = new ArrayList<>();
    for (int i = 0; i < ports.length; i++) {
      long[] rate = new long[count];
      for (int j = 0; j < count; j++) {
        rate[j] = sent[i][j] - (j == 0 ? 0 : sent[i][j - 1]);
      }
      series.add(
          new PortSeries(
              ports[i].device.node,
              ports[i].number(),
              Arrays.copyOf(queue[i], count),
              rate,
              Arrays.copyOf(paused[i], count)));
    }
    return new PortSamples(times.fromPs(), times.stepPs(), count, series);
  }
}
