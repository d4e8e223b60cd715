package dev.headroom.tune.result;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.sweep.SweepPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Summary of a sweep: everything that is printed about it.
 *
 * @param looked the deciding measure, then others that may speak against a setting
 * @param failures failed trials by their reason, most frequent first
 */
public record SweepSummary(
    SweepPlan plan,
    Counts counts,
    List<Measure> looked,
    Ranking ranking,
    Effects effects,
    List<Failure> failures) {
  /**
   * Numbers of trials.
   *
   * @param trials of the plan
   * @param measured with figures
   * @param complete of these, those that finished with all flows
   * @param failed without figures
   * @param cpuNs CPU time of all of them
   * @param versions versions of the program that ran them
   */
  public record Counts(
      long trials, long measured, long complete, long failed, long cpuNs, List<String> versions) {
    public long missing() {
      return trials - measured - failed;
    }

    public long unfinished() {
      return measured - complete;
    }
  }

  /**
   * Settings in the order of the deciding measure. Settings compete with the seeds that all of them
   * have run; a setting with a failed or unfinished trial does not compete.
   *
   * @param seeds with which all settings have run; all seeds so far if there is none
   * @param isPartial whether no seed has run with all settings
   * @param judged number of settings that compete
   * @param best the first of them
   */
  public record Ranking(
      List<Long> seeds, boolean isPartial, long judged, List<RankedSettings> best) {
    /** Those that cannot be told from the first, itself among them. */
    public List<RankedSettings> ties() {
      return best.stream().filter(RankedSettings::isTie).toList();
    }
  }

  /**
   * Settings with their figures over the seeds.
   *
   * @param number of the settings in the plan
   * @param estimates one for each of the measures that are looked at; empty without a value
   * @param gap difference from the first, seed by seed, with a confidence that holds for all
   *     settings together; empty for the first
   * @param isTie whether the settings cannot be told from the first
   */
  public record RankedSettings(
      long number,
      Map<String, String> settings,
      List<Optional<MeanEstimate>> estimates,
      Optional<PairedDifference> gap,
      boolean isTie) {
    /** {@code congestion.kmin=50KB, routing=ecmp}. */
    public String label() {
      return settings.isEmpty()
          ? "the scenario as it is"
          : String.join(", ", settings.entrySet().stream().map(Map.Entry::toString).toList());
    }
  }

  /**
   * Effects of the keys.
   *
   * @param levels effect of each value or interval; empty where nothing varies
   * @param isGrid whether intervals are over seeds; in a sample they are over its settings
   * @param shares share of the variance between settings that each key explains by itself, 0 to 1
   * @param points some settings with their figure
   */
  public record Effects(
      Optional<FactorialEffects> levels,
      boolean isGrid,
      Map<String, Double> shares,
      List<Point> points) {}

  /**
   * Settings as a point of a picture.
   *
   * @param places of each key's value along its range or list, 0 to 1
   * @param value mean of the deciding measure
   */
  public record Point(long number, double[] places, double value) {}

  /**
   * Trials that failed for one reason.
   *
   * @param kind as in the table
   * @param trial one of them
   */
  public record Failure(String kind, String reason, long count, long trial) {}

  /** The measure that decides. */
  public Measure judge() {
    return looked.getFirst();
  }
}
