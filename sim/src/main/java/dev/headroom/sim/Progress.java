package dev.headroom.sim;

/** Told now and then how far a run has got, from the thread that runs it; may stop it. */
@FunctionalInterface
public interface Progress {
  /**
   * @param nowPs simulated time; 0 with nothing sent while the run is put together
   * @param flowsFinished flows completed so far
   * @param packets data packets sent so far
   * @return false to stop the run cleanly; while it is put together, with a {@link
   *     java.util.concurrent.CancellationException}
   */
  boolean report(long nowPs, long flowsFinished, long packets);

  /** Says nothing and never stops. */
  Progress SILENT = (nowPs, flowsFinished, packets) -> true;
}
