package dev.headroom.tune.trial;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Outcome of a trial: figures, or the reason why there are none. */
public sealed interface TrialOutcome {
  /** CPU time of the thread that ran the trial, in nanoseconds. */
  long cpuNs();

  /**
   * Trial that ran until its scenario ended.
   *
   * @param figures value of each measure by its key, in the order of tables; NaN for none
   * @param decidingMeasure key of the measure that matters most for the workload
   * @param ending how the run ended
   * @param packets data packets that were sent
   */
  record Measured(
      Map<String, Double> figures, String decidingMeasure, Ending ending, long packets, long cpuNs)
      implements TrialOutcome {
    public Measured {
      figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }
  }

  /**
   * End of a run.
   *
   * @param word outcome of the run in lower case, such as {@code interrupted}
   * @param unfinished flows that were not finished then
   * @param digest of all that was simulated: equal for runs that are equal bit for bit
   */
  record Ending(String word, long unfinished, String digest) {
    /** Whether the run came to its end with all of its flows. */
    public boolean isComplete() {
      return word.equals("finished") && unfinished == 0;
    }
  }

  /**
   * Trial without figures.
   *
   * @param reason what went wrong, in words
   */
  record Failed(FailureKind kind, String reason, long cpuNs) implements TrialOutcome {}
}
