package dev.headroom.sim.measure;

/**
 * How long pauses lasted, every one of a run: counted in steps of a sixteenth of their length, so
 * that a quantile is at most a sixteenth too long. The sum of several is the same in any order.
 * Adding allocates nothing. Not thread-safe.
 */
public final class PauseLengths {
  /** What an article asks of pauses at most (S2:302): 2.5 us. */
  public static final long LIMIT_PS = 2_500_000;

  /** 2^4 steps for each doubling. */
  private static final int STEP_BITS = 4;

  private static final int STEPS = 1 << STEP_BITS;

  private final long[] counts = new long[(Long.SIZE - STEP_BITS) * STEPS];
  private long all;
  private long overLimit;
  private long longestPs;

  /** Adds a pause. */
  public void add(long ps) {
    counts[step(ps)]++;
    all++;
    overLimit += ps > LIMIT_PS ? 1 : 0;
    longestPs = Math.max(longestPs, ps);
  }

  /** Adds all of another. */
  public void add(PauseLengths other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    all += other.all;
    overLimit += other.overLimit;
    longestPs = Math.max(longestPs, other.longestPs);
  }

  /** Pauses. */
  public long count() {
    return all;
  }

  /** Of these, longer than {@link #LIMIT_PS}. */
  public long overLimit() {
    return overLimit;
  }

  /** The longest, in ps; 0 without any. */
  public long longestPs() {
    return longestPs;
  }

  /**
   * What a share of them did not outlast, in ps; 0 without any.
   *
   * @param share over 0, to 1
   */
  public long quantilePs(double share) {
    long rank = (long) Math.ceil(share * all);
    long below = 0;
    for (int i = 0; i < counts.length; i++) {
      below += counts[i];
      if (below >= rank && below > 0) {
        return Math.min(longestPs, lastOf(i));
      }
    }
    return 0;
  }

  /** Lengths below 16 ps have a step each; then the four bits after the first one say which. */
  private static int step(long ps) {
    if (ps < STEPS) {
      return (int) ps;
    }
    int doublings = Long.SIZE - 1 - Long.numberOfLeadingZeros(ps) - STEP_BITS;
    return (doublings + 1) * STEPS + (int) (ps >>> doublings) - STEPS;
  }

  /** The longest pause that is counted in a step. */
  private static long lastOf(int step) {
    int doublings = Math.max(0, step / STEPS - 1);
    long first = step < STEPS ? step : (long) (step % STEPS + STEPS) << doublings;
    return first + (1L << doublings) - 1;
  }
}
