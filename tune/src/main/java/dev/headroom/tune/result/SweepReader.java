package dev.headroom.tune.result;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.statistics.FactorialExperiment;
import dev.headroom.model.statistics.JointConfidence;
import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.model.yaml.Problem;
import dev.headroom.run.compare.Comparison;
import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.run.compare.VariantRanking;
import dev.headroom.run.compare.VariantRuns;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.MeasureNames;
import dev.headroom.tune.sweep.SettingsSource;
import dev.headroom.tune.sweep.SweepException;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.tune.sweep.SweepPlan;
import dev.headroom.tune.sweep.SweepTable;
import dev.headroom.tune.table.TableDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reader of a sweep's summary from its folder. */
public final class SweepReader {
  /** Settings in the table of the best. */
  private static final int BEST = 20;

  /** Reasons of failures that are listed. */
  private static final int REASONS = 10;

  /** Points in pictures: more would lie on each other. */
  private static final long POINTS = 2_000;

  /** Settings of a grid whose effects are worked out seed by seed; of larger ones by settings. */
  private static final long LARGEST_GRID = 20_000;

  /** Settings of a grid whose keys are looked at pair by pair. */
  private static final long LARGEST_WITH_PAIRS = 2_000;

  private final SweepPlan plan;
  private final SweepQueries queries;
  private final List<Measure> measures;

  private SweepReader(SweepPlan plan, SweepTable table) {
    this.plan = plan;
    this.queries = new SweepQueries(table);
    this.measures = measures(plan);
  }

  /** Measures that runs of a plan's scenario have. */
  public static List<Measure> measures(SweepPlan plan) {
    return switch (plan.scenario().read(List.of())) {
      case ScenarioReader.Good good -> Measure.of(good.scenario());
      case ScenarioReader.Bad bad ->
          throw new SweepException(
              bad.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    };
  }

  /**
   * The measure of a name, by which settings are to be ranked.
   *
   * @throws SweepException if there is none, or none of its values is better than another
   */
  public static Measure judge(List<Measure> measures, String name) {
    MeasureNames names = new MeasureNames(measures);
    Measure measure =
        names
            .find(name)
            .orElseThrow(() -> new SweepException("--by " + name + ": " + names.unknown(name)));
    if (measure.better() == Measure.Better.NEITHER) {
      throw new SweepException(
          "--by %s: this measure has no better direction, so it cannot rank settings"
              .formatted(name));
    }
    return measure;
  }

  /**
   * Reads the summary.
   *
   * @param by name of the measure to rank by; empty for the main measure of the workload
   */
  public static SweepSummary read(SweepFolder folder, Optional<String> by) throws IOException {
    try (SweepTable table = SweepTable.open(folder)) {
      return new SweepReader(folder.plan(), table).summary(by);
    } catch (SQLException e) {
      throw TableDatabase.unreadable(folder.path(), e);
    }
  }

  private SweepSummary summary(Optional<String> by) throws SQLException {
    Measure judge = by.isPresent() ? judge(measures, by.get()) : deciding();
    SweepSummary.Counts counts = queries.counts(plan.trials());
    List<Long> whole = queries.seeds(plan.settings().count());
    List<Long> seeds = whole.isEmpty() ? queries.seeds(1) : whole;
    List<Measure> looked = Comparison.looked(judge, measures);
    if (seeds.isEmpty()) {
      return new SweepSummary(
          plan,
          counts,
          looked,
          new SweepSummary.Ranking(List.of(), true, 0, List.of()),
          new SweepSummary.Effects(Optional.empty(), false, Map.of(), List.of()),
          List.of());
    }
    return new SweepSummary(
        plan,
        counts,
        looked,
        ranking(looked, seeds, whole.isEmpty()),
        effects(looked, seeds, whole.isEmpty()),
        queries.failures(REASONS));
  }

  private Measure deciding() throws SQLException {
    String key = queries.decidingMeasure().orElse(Measure.COMPLETION);
    return measures.stream()
        .filter(measure -> measure.key().equals(key))
        .findFirst()
        .or(() ->
            measures.stream().filter(each -> each.key().equals(Measure.COMPLETION)).findFirst())
        .orElseThrow();
  }

  private SweepSummary.Ranking ranking(List<Measure> looked, List<Long> seeds, boolean isPartial)
      throws SQLException {
    Measure judge = looked.getFirst();
    List<Long> best = queries.best(judge, seeds, BEST);
    long judged = queries.judgedSettings(judge, seeds);
    List<Map<Long, double[]>> values = new ArrayList<>();
    for (Measure measure : looked) {
      values.add(best.isEmpty() ? Map.of() : valuesOf(measure, seeds, best, isPartial));
    }
    double confidence =
        JointConfidence.ofEach(
            VariantRuns.CONFIDENCE, (int) Math.min(Integer.MAX_VALUE, Math.max(0, judged - 1)));
    List<SweepSummary.RankedSettings> ranked = new ArrayList<>();
    for (long number : best) {
      List<Optional<MeanEstimate>> estimates =
          values.stream().map(each -> estimate(each.get(number))).toList();
      Optional<PairedDifference> gap =
          ranked.isEmpty()
              ? Optional.empty()
              : gap(values.getFirst(), best.getFirst(), number, confidence);
      ranked.add(
          new SweepSummary.RankedSettings(
              number,
              plan.settings().settings(number),
              estimates,
              gap,
              ranked.isEmpty() || isTie(ranked.getFirst(), estimates, gap)));
    }
    return new SweepSummary.Ranking(seeds, isPartial, judged, ranked);
  }

  /** Where no seed has run with all settings, each has the values of its own seeds. */
  private Map<Long, double[]> valuesOf(
      Measure measure, List<Long> seeds, List<Long> best, boolean isPartial) throws SQLException {
    if (!isPartial) {
      return queries.values(measure, seeds, best);
    }
    Map<Long, double[]> values = new LinkedHashMap<>();
    for (long number : best) {
      for (long seed : seeds) {
        double[] one = queries.values(measure, List.of(seed), List.of(number)).get(number);
        if (one != null) {
          values.merge(
              number,
              one,
              (before, more) ->
                  IntStream.range(0, before.length + 1)
                      .mapToDouble(i -> i < before.length ? before[i] : more[0])
                      .toArray());
        }
      }
    }
    return values;
  }

  private static Optional<MeanEstimate> estimate(double @Nullable [] values) {
    return values == null
        ? Optional.empty()
        : Optional.of(MeanEstimate.of(values, VariantRuns.CONFIDENCE));
  }

  private static Optional<PairedDifference> gap(
      Map<Long, double[]> values, long first, long other, double confidence) {
    double[] from = values.get(first);
    double[] to = values.get(other);
    return from == null || to == null || from.length != to.length
        ? Optional.empty()
        : Optional.of(PairedDifference.of(from, to, confidence));
  }

  private static boolean isTie(
      SweepSummary.RankedSettings first,
      List<Optional<MeanEstimate>> estimates,
      Optional<PairedDifference> gap) {
    double from = first.estimates().getFirst().map(MeanEstimate::mean).orElse(Double.NaN);
    double to = estimates.getFirst().map(MeanEstimate::mean).orElse(Double.NaN);
    return VariantRanking.isAlike(from, to) || gap.filter(VariantRanking::isNoise).isPresent();
  }

  private SweepSummary.Effects effects(List<Measure> looked, List<Long> seeds, boolean isPartial)
      throws SQLException {
    SettingsSource settings = plan.settings();
    if (settings.keys().isEmpty()) {
      return new SweepSummary.Effects(Optional.empty(), false, Map.of(), List.of());
    }
    List<KeyEffects> byMeasure = new ArrayList<>();
    for (Measure measure : looked) {
      KeyEffects effects = new KeyEffects(settings);
      queries.means(measure, seeds, 1, effects::add);
      byMeasure.add(effects);
    }
    List<SweepSummary.Point> points = new ArrayList<>();
    queries.means(
        looked.getFirst(),
        seeds,
        Math.ceilDiv(settings.count(), POINTS),
        (number, mean) -> points.add(point(number, mean)));
    boolean isGrid = settings.isGrid() && settings.count() <= LARGEST_GRID && !isPartial;
    return new SweepSummary.Effects(
        Optional.of(
            isGrid ? factorial(looked, seeds) : KeyEffects.table(settings, looked, byMeasure)),
        isGrid,
        byMeasure.getFirst().shares(),
        points);
  }

  private SweepSummary.Point point(long number, double mean) {
    double[] places = new double[plan.settings().keys().size()];
    for (int key = 0; key < places.length; key++) {
      places[key] = plan.settings().place(number, key);
    }
    return new SweepSummary.Point(number, places, mean);
  }

  private FactorialEffects factorial(List<Measure> looked, List<Long> seeds) throws SQLException {
    SettingsSource settings = plan.settings();
    int[] sizes =
        IntStream.range(0, settings.keys().size())
            .map(key -> settings.levels(key).size())
            .toArray();
    List<FactorialExperiment> experiments = new ArrayList<>();
    for (Measure measure : looked) {
      List<FactorialExperiment.Cell> cells = new ArrayList<>();
      queries
          .values(measure, seeds, List.of())
          .forEach(
              (number, values) -> cells.add(new FactorialExperiment.Cell(levels(number), values)));
      experiments.add(new FactorialExperiment(sizes, cells, VariantRuns.CONFIDENCE));
    }
    return FactorialEffects.of(
        KeyEffects.factors(settings), looked, experiments, settings.count() <= LARGEST_WITH_PAIRS);
  }

  private int[] levels(long number) {
    return IntStream.range(0, plan.settings().keys().size())
        .map(key -> plan.settings().level(number, key))
        .toArray();
  }
}
