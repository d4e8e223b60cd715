package dev.headroom.tune.published;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.run.compare.RelativeChange;
import dev.headroom.run.summary.Measure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs of the same settings with several seeds.
 *
 * @param measures by their keys
 * @param figures of each seed, by the key of the measure
 */
record SeededRuns(Map<String, Measure> measures, List<Map<String, Double>> figures) {
  private static final double CONFIDENCE = 0.95;

  /** Values of a measure, seed by seed. */
  double[] values(String key) {
    return figures.stream().mapToDouble(each -> each.get(key)).toArray();
  }

  double mean(String key) {
    return MeanEstimate.of(values(key), CONFIDENCE).mean();
  }

  /** Name of a measure in tables. */
  String name(String key) {
    return measure(key).name();
  }

  /** Mean of a measure, with its unit. */
  String text(String key) {
    return measure(key).text(mean(key));
  }

  /** Difference from other runs with the same seeds: these minus the others. */
  PairedDifference from(SeededRuns others, String key) {
    return PairedDifference.of(others.values(key), values(key), CONFIDENCE);
  }

  /**
   * Change of the mean from other runs with the same seeds, with its 95 % interval: {@code -12 % ±4
   * %}; with a tilde if the interval holds 0.
   */
  String change(SeededRuns others, String key) {
    PairedDifference difference = from(others, key);
    String change = RelativeChange.of(measure(key), others.mean(key), difference.difference());
    return change.isEmpty() ? "none" : (difference.isNoise() ? "~" : "") + change;
  }

  private Measure measure(String key) {
    return Optional.ofNullable(measures.get(key))
        .orElseThrow(() -> new IllegalArgumentException(key + " is none of " + measures.keySet()));
  }
}
