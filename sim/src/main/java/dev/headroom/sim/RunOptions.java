package dev.headroom.sim;

/**
 * How to run, as opposed to what: nothing here changes a result.
 *
 * @param threads worker threads, at least 1
 * @param partitions parts the fabric is cut into; 0 to choose by size and threads
 * @param keepPauseEvents whether to keep every PFC frame's arrival
 */
public record RunOptions(int threads, int partitions, boolean keepPauseEvents) {
  public static final RunOptions DEFAULT = new RunOptions(1, 0, false);

  public RunOptions(int threads, boolean keepPauseEvents) {
    this(threads, 0, keepPauseEvents);
  }
}
