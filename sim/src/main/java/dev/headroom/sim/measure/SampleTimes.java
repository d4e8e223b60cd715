package dev.headroom.sim.measure;

/**
 * Sample times at equal steps, up to a limit. At the limit every second one is dropped and the step
 * doubles, so that a run of any length has a bounded series.
 */
public final class SampleTimes {
  private final int most;
  private long fromPs;
  private long stepPs;
  private int count;

  /**
   * @param stepPs the first step; {@link Long#MAX_VALUE} for no times at all
   * @param most times that are kept; even
   */
  public SampleTimes(long stepPs, int most) {
    this.stepPs = stepPs;
    this.most = most;
  }

  /** Nothing happens before this: the first time is a step after it. */
  public void begin(long atPs) {
    fromPs = atPs;
  }

  /** The next time. */
  public long nextPs() {
    return stepPs == Long.MAX_VALUE ? Long.MAX_VALUE : fromPs + (count + 1) * stepPs;
  }

  /** Goes on to the next time; returns whether every second one has to be given up. */
  public boolean pass() {
    count++;
    if (count < most) {
      return false;
    }
    count = most / 2;
    stepPs *= 2;
    return true;
  }

  /** Gives up every second value of a series that is full. */
  public void thin(long[] series) {
    for (int i = 0; i < most / 2; i++) {
      series[i] = series[2 * i + 1];
    }
  }

  /** The length of a series that has to grow. */
  public int longer() {
    return Math.min(most, 2 * count);
  }

  public long fromPs() {
    return fromPs;
  }

  public long stepPs() {
    return stepPs;
  }

  /** Times passed and kept. */
  public int count() {
    return count;
  }
}
