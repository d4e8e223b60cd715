package dev.headroom.run.cache;

import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;

/** Replay of a stored run to a listener. */
final class Replay {
  private final ScenarioRun run;
  private final RunListener listener;
  private long told;

  Replay(ScenarioRun run, RunListener listener) {
    this.run = run;
    this.listener = listener;
  }

  /**
   * Tells the listener what it would have been told.
   *
   * @throws IOException if the file cannot be read to its end; {@link #rest} goes on from there
   */
  RunSummary of(StoredRun stored) throws IOException {
    FlowStatistics tally = FlowStatistics.of(run.scenario());
    stored.flows(flow -> {
      tally.accept(flow);
      told++;
      listener.flowEnded(flow);
    });
    RunResult result = stored.result();
    listener.progressed(result.endPs(), result.counts().finished(), result.counts().dataPackets());
    return RunSummary.of(run.scenario(), result, tally);
  }

  /** The listener, told only the flows that it has not been told yet. */
  RunListener rest() {
    return told == 0 ? listener : new Rest(listener, told);
  }

  private static final class Rest implements RunListener {
    private final RunListener listener;
    private long skipped;

    Rest(RunListener listener, long skipped) {
      this.listener = listener;
      this.skipped = skipped;
    }

    @Override
    public boolean progressed(long nowPs, long flowsFinished, long packets) {
      return listener.progressed(nowPs, flowsFinished, packets);
    }

    @Override
    public boolean shouldContinue() {
      return listener.shouldContinue();
    }

    @Override
    public void flowEnded(FlowResult flow) {
      if (skipped > 0) {
        skipped--;
      } else {
        listener.flowEnded(flow);
      }
    }
  }
}
