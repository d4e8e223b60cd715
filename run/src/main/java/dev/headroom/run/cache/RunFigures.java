package dev.headroom.run.cache;

import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.RunResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * Figures of one run without its flows and ports: what a sweep keeps of each of many.
 *
 * @param measures value by {@link Measure#key}, in the order of {@link Measure#of}; NaN where the
 *     run has none
 * @param outcome how it ended
 * @param digest of its flows and ports
 * @param packets data packets that hosts sent
 * @param events that it executed
 * @param endPs simulated time reached
 * @param cpuSeconds CPU of the run, its building included; of the original run if it is stored
 * @param isBalanced whether packets and bytes add up
 */
public record RunFigures(
    SequencedMap<String, Double> measures,
    RunResult.Outcome outcome,
    String digest,
    long packets,
    long events,
    long endPs,
    double cpuSeconds,
    boolean isBalanced) {
  public RunFigures {
    measures = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(measures));
  }

  /** Those of a summary. */
  public static RunFigures of(RunSummary summary) {
    SequencedMap<String, Double> measures = new LinkedHashMap<>();
    for (Measure measure : Measure.of(summary)) {
      measures.put(measure.key(), measure.of().applyAsDouble(summary));
    }
    RunResult result = summary.result();
    return new RunFigures(
        measures,
        result.outcome(),
        result.digest(),
        result.counts().dataPackets(),
        result.counts().events(),
        result.endPs(),
        result.setupCpuSeconds() + result.loopCpuSeconds(),
        result.imbalances().isEmpty());
  }
}
