package dev.headroom.tune.trial;

/** Runner of trials, called from several threads at once. */
@FunctionalInterface
public interface TrialRunner {
  /**
   * Runs a trial on the calling thread. A failure of the trial is an outcome, not an exception.
   *
   * @throws java.util.concurrent.CancellationException if the user stopped it: it has no outcome
   */
  TrialOutcome run(Trial trial);
}
