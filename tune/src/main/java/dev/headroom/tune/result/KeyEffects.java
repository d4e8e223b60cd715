package dev.headroom.tune.result;

import dev.headroom.model.statistics.FactorialExperiment;
import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.model.statistics.StudentT;
import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.run.compare.VariantRuns;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.sweep.SettingsSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Effects of keys on one measure, added up setting by setting: the mean of each value or interval,
 * and the share of the variance between settings that a key explains by itself.
 *
 * <p>The share is epsilon squared (Kelley, 1935), which is 0 on average where a key has no effect:
 * {@code (SSB - (levels - 1) MSW) / SST}, with the sums of squares between levels and in total, and
 * the mean square within levels.
 */
final class KeyEffects {
  private final SettingsSource settings;
  private final List<Tally[]> levels = new ArrayList<>();
  private final Tally all = new Tally();

  /** Count, mean and squared deviations (Welford, 1962). */
  private static final class Tally {
    long count;
    double mean;
    double squares;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;

    void add(double value) {
      count++;
      double before = value - mean;
      mean += before / count;
      squares += before * (value - mean);
      least = Math.min(least, value);
      most = Math.max(most, value);
    }

    double deviation() {
      return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
    }
  }

  KeyEffects(SettingsSource settings) {
    this.settings = settings;
    for (int key = 0; key < settings.keys().size(); key++) {
      Tally[] tallies = new Tally[settings.levels(key).size()];
      for (int level = 0; level < tallies.length; level++) {
        tallies[level] = new Tally();
      }
      levels.add(tallies);
    }
  }

  void add(long number, double value) {
    all.add(value);
    for (int key = 0; key < levels.size(); key++) {
      levels.get(key)[settings.level(number, key)].add(value);
    }
  }

  /** Shares by key, largest first. */
  Map<String, Double> shares() {
    List<Map.Entry<String, Double>> shares = new ArrayList<>();
    for (int key = 0; key < levels.size(); key++) {
      shares.add(Map.entry(settings.keys().get(key), share(levels.get(key))));
    }
    shares.sort(Map.Entry.<String, Double>comparingByValue().reversed());
    Map<String, Double> sorted = new LinkedHashMap<>();
    shares.forEach(each -> sorted.put(each.getKey(), each.getValue()));
    return sorted;
  }

  private double share(Tally[] tallies) {
    double within = 0;
    int known = 0;
    for (Tally tally : tallies) {
      within += tally.squares;
      known += tally.count > 0 ? 1 : 0;
    }
    double between = all.squares - within;
    long freedom = all.count - known;
    // what is left by rounding is no variance
    if (all.squares <= 1e-18 * all.mean * all.mean * all.count || known < 2) {
      return 0;
    }
    double expected = freedom > 0 ? (known - 1) * within / freedom : 0;
    return Math.clamp((between - expected) / all.squares, 0, 1);
  }

  /** Effect of each level of a key on the measure, with intervals over the settings in it. */
  private Optional<FactorialExperiment.Level> level(int key, int level) {
    Tally tally = levels.get(key)[level];
    if (tally.count == 0) {
      return Optional.empty();
    }
    double reach =
        tally.count == 1
            ? Double.POSITIVE_INFINITY
            : StudentT.reach(
                    (int) Math.min(Integer.MAX_VALUE, tally.count - 1), VariantRuns.CONFIDENCE)
                * tally.deviation()
                / Math.sqrt(tally.count);
    int count = (int) Math.min(Integer.MAX_VALUE, tally.count);
    MeanEstimate effect =
        new MeanEstimate(
            count,
            tally.mean - all.mean,
            tally.deviation(),
            tally.least - all.mean,
            tally.most - all.mean,
            reach);
    return Optional.of(new FactorialExperiment.Level(key, level, tally.mean, effect, count));
  }

  /**
   * The effects on several measures as one table.
   *
   * @param effects one for each measure, over the same settings
   */
  static FactorialEffects table(
      SettingsSource settings, List<Measure> measures, List<KeyEffects> effects) {
    List<FactorialEffects.Row> rows = new ArrayList<>();
    for (int key = 0; key < settings.keys().size(); key++) {
      for (int level = 0; level < settings.levels(key).size(); level++) {
        int of = key;
        int at = level;
        rows.add(
            new FactorialEffects.Row(
                settings.keys().get(key),
                settings.levels(key).get(level),
                effects.stream().map(each -> each.level(of, at)).toList()));
      }
    }
    return new FactorialEffects(factors(settings), measures, rows, List.of());
  }

  static List<FactorialEffects.Factor> factors(SettingsSource settings) {
    List<FactorialEffects.Factor> factors = new ArrayList<>();
    for (int key = 0; key < settings.keys().size(); key++) {
      factors.add(new FactorialEffects.Factor(settings.keys().get(key), settings.levels(key)));
    }
    return factors;
  }
}
