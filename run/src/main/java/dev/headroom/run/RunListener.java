package dev.headroom.run;

import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.SampledPorts;
import dev.headroom.sim.measure.FlowResult;

/**
 * Listener to the progress of a run, called from the thread that runs it. What it is told changes
 * no result; what it answers may end the run, cleanly and with what was measured so far.
 */
public interface RunListener {
  /** Hears nothing, and lets every run go to its end. */
  RunListener NONE = new RunListener() {};

  /** One that passes on how far a run has got. */
  static RunListener of(ProgressListener progress) {
    return new RunListener() {
      @Override
      public boolean progressed(long nowPs, long flowsFinished, long packets) {
        return progress.report(nowPs, flowsFinished, packets);
      }

      @Override
      public boolean shouldContinue() {
        return progress.shouldContinue();
      }
    };
  }

  /**
   * How far the run has got; some ten times a second.
   *
   * @param nowPs simulated time; 0 with nothing sent while the run is put together
   * @param flowsFinished flows completed so far
   * @param packets data packets sent so far
   * @return false to stop; while the run is put together, with a {@link
   *     java.util.concurrent.CancellationException}
   */
  default boolean progressed(long nowPs, long flowsFinished, long packets) {
    return true;
  }

  /**
   * Whether the run goes on; asked after every thousand events or so.
   *
   * @return false to stop
   */
  default boolean shouldContinue() {
    return true;
  }

  /** What came of a flow: of one that finished when it did, of others at the end. */
  default void flowEnded(FlowResult flow) {}

  /** Whether it looks at samples: a stored result has none between, so the run is made again. */
  default boolean needsSamples() {
    return false;
  }

  /**
   * The ports at one time, where the run takes samples; {@link #needsSamples} says so for whoever
   * looks at them.
   *
   * @param atPs simulated time
   * @param ports as they are then; it must not be kept
   */
  default void sampled(long atPs, SampledPorts ports) {}
}
