package dev.headroom.sim.kernel;

/**
 * Running decision whether windows are shared among threads or run by one: whichever executed more
 * events a second, as far as measured. Beside other load a thread that is not running holds up all
 * others at the end of each window, and two are slower than one.
 *
 * <p>One way is kept for a while, then the other is tried for a short time; if it is faster it is
 * kept, else the first is kept for twice as long as before. Trials take at most an eighth of the
 * time, and a sixty-fourth where the answer stays the same.
 */
final class ParallelismTuner {
  /** Shorter trials say little: the clock of a virtual machine and its neighbours are uneven. */
  private static final long TRIAL_NANOS = 4_000_000;

  private static final int LEAST_WINDOWS = 4;
  private static final long SHORTEST_STAY = 8;
  private static final long LONGEST_STAY = 64;

  /** By how much the other way has to be faster. */
  private static final double MARGIN = 1.05;

  private boolean shared = true;
  private boolean trial;

  /** For how many times the length of a trial the way that was chosen is kept. */
  private long stay = SHORTEST_STAY;

  private long trialNanos = TRIAL_NANOS;

  private long events;
  private long nanos;
  private int windows;

  /** Events a nanosecond of the way that was chosen, before the trial. */
  private double rate;

  /** Whether the next window is shared. */
  boolean isShared() {
    return shared;
  }

  /** A window was run the way it was to be. */
  void ran(long windowEvents, long windowNanos) {
    events += windowEvents;
    nanos += windowNanos;
    windows++;
    if (windows < LEAST_WINDOWS || nanos < (trial ? TRIAL_NANOS : stay * trialNanos)) {
      return;
    }
    double seen = (double) events / Math.max(1, nanos);
    if (!trial) {
      rate = seen;
      shared = !shared;
    } else {
      trialNanos = nanos;
      boolean better = seen > rate * MARGIN;
      stay = better ? SHORTEST_STAY : Math.min(LONGEST_STAY, 2 * stay);
      shared = better == shared;
    }
    trial = !trial;
    events = 0;
    nanos = 0;
    windows = 0;
  }
}
