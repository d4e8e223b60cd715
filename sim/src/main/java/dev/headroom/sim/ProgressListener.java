package dev.headroom.sim;

/**
 * Listener to the progress of a run, called from time to time from the thread that runs it; it may
 * stop the run.
 */
@FunctionalInterface
public interface ProgressListener {
  /**
   * Whether the run goes on; asked at the end of the first window after every {@value
   * #EVENTS_BETWEEN} events.
   *
   * @return false to stop the run cleanly
   */
  default boolean shouldContinue() {
    return true;
  }

  /** Events after which it is asked whether to go on. */
  int EVENTS_BETWEEN = 1_000;

  /**
   * @param nowPs simulated time; 0 with nothing sent while the run is put together
   * @param flowsFinished flows completed so far
   * @param packets data packets sent so far
   * @return false to stop the run cleanly; while it is put together, with a {@link
   *     java.util.concurrent.CancellationException}
   */
  boolean report(long nowPs, long flowsFinished, long packets);

  /** Says nothing and never stops. */
  ProgressListener SILENT = (nowPs, flowsFinished, packets) -> true;
}
