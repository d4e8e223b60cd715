package dev.headroom.sim;

/**
 * How to run, as opposed to what: nothing here changes a result.
 *
 * @param threads worker threads, at least 1
 * @param keepPauseEvents whether to keep every PFC frame's arrival
 */
public record RunOptions(int threads, boolean keepPauseEvents) {
  public static final RunOptions DEFAULT = new RunOptions(1, false);
}
