package dev.headroom.run.compare;

import dev.headroom.run.summary.MadeRun;
import dev.headroom.run.summary.Measure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of a comparison that never happened, with the figures that a test is about. */
public final class MadeComparison {
  private static final ComparedRun MADE =
      ComparedRun.of("made", Map.of(), "made", MadeRun.permutation64().summary());

  private MadeComparison() {}

  /**
   * A run that ended after so many milliseconds.
   *
   * @param ms NaN for one that did not
   * @param others values of other measures, by their keys
   */
  static ComparedRun run(
      String label, double ms, long seed, String digest, Map<String, Double> others) {
    Map<String, Double> told = new HashMap<>(others);
    told.put(Measure.COMPLETION, ms * 1e9);
    List<ComparedRun.Reading> readings =
        MADE.readings().stream()
            .map(reading ->
                new ComparedRun.Reading(
                    reading.measure(), told.getOrDefault(reading.measure().key(), reading.value())))
            .toList();
    return new ComparedRun(
        new ComparedRun.Variant(
            MADE.variant().scenario(), label, settings(label), seed, label, MADE.variant().work()),
        new ComparedRun.Ending(
            Double.isNaN(ms) ? "unfinished" : "finished", Double.isNaN(ms) ? 1 : 0, digest),
        Measure.COMPLETION,
        MADE.headline(),
        readings,
        MADE.curves());
  }

  /** Keys and values of a label, if it has any. */
  private static Map<String, String> settings(String label) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String part : label.split(", ")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        settings.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return settings;
  }

  /** The same of a run that has something else to do. */
  static ComparedRun doing(String work, ComparedRun run) {
    return new ComparedRun(
        new ComparedRun.Variant(
            run.variant().scenario(),
            run.variant().label(),
            run.variant().settings(),
            run.variant().seed(),
            run.variant().folder(),
            work),
        run.ending(),
        run.decidingMeasureKey(),
        run.headline(),
        run.readings(),
        run.curves());
  }

  /**
   * Three controls by two marks by two sizes, with three seeds: a takes 10 ms, b 2 and c 7 more,
   * the second mark 1 more, the second size 20, and c with the second mark 9 beyond that.
   */
  public static Comparison twelve() {
    List<ComparedRun> runs = new ArrayList<>();
    for (long seed = 1; seed <= 3; seed++) {
      for (String cc : List.of("a", "b", "c")) {
        for (String mark : List.of("1KB", "2KB")) {
          for (String size : List.of("1MB", "2MB")) {
            double ms =
                10
                    + (cc.equals("b") ? 2 : cc.equals("c") ? 7 : 0)
                    + (mark.equals("2KB") ? 1 : 0)
                    + (size.equals("2MB") ? 20 : 0)
                    + (cc.equals("c") && mark.equals("2KB") ? 9 : 0)
                    + 0.01 * seed;
            String label = "cc=%s, kmin=%s, size=%s".formatted(cc, mark, size);
            runs.add(run(label, ms, seed, label + seed, Map.of()));
          }
        }
      }
    }
    return Comparison.of(
        runs, List.of(new MissingRun("cc=d", "it does not go with e")), Optional.empty());
  }
}
