package dev.headroom.tune.search;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Answer to a request for a run: figures, or the failure of the run. */
public sealed interface RunAnswer {

  /**
   * Figures of a run.
   *
   * @param figures by the key of the measure. A missing or infinite figure of an objective, or NaN,
   *     counts as a failure of the run
   * @param violations of hard constraints by name: 0 if the constraint holds, else the positive
   *     amount of the violation in any unit
   */
  record Measured(Map<String, Double> figures, Map<String, Double> violations)
      implements RunAnswer {
    public Measured {
      figures = Collections.unmodifiableMap(new TreeMap<>(figures));
      violations = Collections.unmodifiableMap(new TreeMap<>(violations));
    }

    /** Figures without a violation. */
    public static Measured of(Map<String, Double> figures) {
      return new Measured(figures, Map.of());
    }
  }

  /**
   * Failure of a run: settings that the scenario refuses, a crash, a time limit.
   *
   * @param reason one line for people
   */
  record Failed(String reason) implements RunAnswer {}
}
