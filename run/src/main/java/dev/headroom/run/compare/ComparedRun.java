package dev.headroom.run.compare;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.workload.CalledCollective;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.SizeBand;
import dev.headroom.run.summary.Headline;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.run.summary.TraceChart;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Data that a comparison keeps of a run.
 *
 * @param variant what was run
 * @param ending how it ended
 * @param decidingMeasureKey the key of the measure that matters most of its workload
 * @param readings what it measured
 * @param curves what is drawn of it
 */
public record ComparedRun(
    Variant variant,
    Ending ending,
    String decidingMeasureKey,
    Headline headline,
    List<Reading> readings,
    Curves curves) {
  /**
   * Variant that was run, and where its results are.
   *
   * @param scenario its name
   * @param label what sets its variant apart from the others
   * @param settings the same as keys with their values, in the order of the label
   * @param seed of its random draws
   * @param folder where its results are, below that of the comparison
   * @param work what there is to do; empty where that is more than flows and bytes
   */
  public record Variant(
      String scenario,
      String label,
      Map<String, String> settings,
      long seed,
      String folder,
      String work) {}

  /**
   * End of a run.
   *
   * @param outcome how it ended
   * @param unfinished flows that had not finished then
   */
  public record Ending(String outcome, long unfinished, String digest) {}

  /**
   * Curves that the pages draw.
   *
   * @param bands slowdown by flow size
   * @param slowdowns of a sample of the finished flows, ascending, at equal steps of their share
   * @param course how it went over time
   * @param traces of single flows
   */
  public record Curves(
      List<SizeBand> bands, List<Double> slowdowns, RunTimeSeries course, TraceChart traces) {}

  private static final int STEPS = 200;
  private static final int TRACE_POINTS = 800;

  /** A measure and what it was; NaN where there is nothing. */
  public record Reading(Measure measure, double value) {}

  public static ComparedRun of(
      String label, Map<String, String> settings, String folder, RunSummary summary) {
    return new ComparedRun(
        new Variant(
            summary.scenario().name(),
            label,
            settings,
            summary.scenario().settings().get(RunKnobs.SEED),
            folder,
            work(summary.scenario().flows())),
        new Ending(
            summary.result().outcome().name().toLowerCase(Locale.ROOT),
            summary.unfinished(),
            summary.result().digest()),
        DecidingMeasure.key(summary),
        summary.headline(),
        Measure.of(summary).stream()
            .map(measure -> new Reading(measure, measure.of().applyAsDouble(summary)))
            .toList(),
        new Curves(
            summary.flows().bands(),
            curve(summary.flows().sample().slowdown().clone()),
            RunTimeSeries.of(summary),
            TraceChart.of(summary, TRACE_POINTS, TRACE_POINTS)));
  }

  /** Settings may change how a collective is done, but not which it is. */
  private static String work(FlowProgram flows) {
    Optional<CalledCollective> called = CalledCollective.of(flows);
    if (called.isPresent()) {
      CalledCollective own = called.get();
      return "%s of %s by %s"
          .formatted(
              own.collective().word(), new Size(own.bytes()), CountedNoun.of(own.ranks(), "rank"));
    }
    if (!flows.schedules().isEmpty()) {
      return "";
    }
    long bytes = 0;
    for (int flow = 0; flow < flows.flows(); flow++) {
      bytes += flows.bytes(flow);
    }
    return "%s, %s in all"
        .formatted(NumberText.plural(flows.flows(), "flow", "flows"), new Size(bytes));
  }

  private static List<Double> curve(double[] values) {
    Arrays.sort(values);
    int steps = Math.min(STEPS, values.length);
    return IntStream.rangeClosed(1, steps)
        .mapToObj(i -> Distribution.at(values, (double) i / steps))
        .toList();
  }

  /** What its workload is judged by, where the runs are of one kind; else when it ended. */
  public static Measure decidingMeasure(List<ComparedRun> runs) {
    List<Measure> all = measures(runs);
    String key =
        runs.stream().map(ComparedRun::decidingMeasureKey).distinct().count() == 1
            ? runs.getFirst().decidingMeasureKey
            : Measure.COMPLETION;
    return all.stream().filter(measure -> measure.key().equals(key)).findFirst().orElseThrow();
  }

  /** The measures that any of these runs has, in the order of the table. */
  public static List<Measure> measures(List<ComparedRun> runs) {
    List<Measure> all = new ArrayList<>();
    Set<String> keys = new TreeSet<>();
    for (ComparedRun run : runs) {
      for (Reading reading : run.readings) {
        if (keys.add(reading.measure.key()) && isReported(reading.measure, runs)) {
          all.add(reading.measure);
        }
      }
    }
    return all;
  }

  private static boolean isReported(Measure measure, List<ComparedRun> runs) {
    return !measure.isOfCores() || runs.stream().anyMatch(run -> run.value(measure) > 0);
  }

  /** Whether it came to its end, with all of its flows. */
  public boolean hasFinished() {
    return ending.outcome().equals("finished") && ending.unfinished() == 0;
  }

  /** What it measured; NaN where it did not. */
  public double value(Measure measure) {
    return readings.stream()
        .filter(reading -> reading.measure.key().equals(measure.key()))
        .mapToDouble(Reading::value)
        .findFirst()
        .orElse(Double.NaN);
  }
}
