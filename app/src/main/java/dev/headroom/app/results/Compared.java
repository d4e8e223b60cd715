package dev.headroom.app.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a comparison keeps of a run.
 *
 * @param scenario its name
 * @param label what sets it apart from the others
 * @param folder where its results are, below that of the comparison
 * @param outcome how it ended
 * @param readings what it measured
 * @param bands slowdown by flow size
 */
public record Compared(
    String scenario,
    String label,
    String folder,
    String outcome,
    Headline headline,
    List<Reading> readings,
    List<SizeBand> bands,
    String digest) {

  /** A measure and what it was; NaN where there is nothing. */
  public record Reading(Measure measure, double value) {}

  public static Compared of(String label, String folder, Summary summary) {
    return new Compared(
        summary.scenario().name(),
        label,
        folder,
        summary.result().outcome().name().toLowerCase(Locale.ROOT),
        summary.headline(),
        Measure.of(summary).stream()
            .map(measure -> new Reading(measure, measure.of().applyAsDouble(summary)))
            .toList(),
        summary.bands(),
        summary.result().digest());
  }

  /** The measures that any of these runs has, in the order of the table. */
  public static List<Measure> measures(List<Compared> runs) {
    List<Measure> all = new ArrayList<>();
    Set<String> keys = new TreeSet<>();
    for (Compared run : runs) {
      for (Reading reading : run.readings) {
        if (keys.add(reading.measure.key())) {
          all.add(reading.measure);
        }
      }
    }
    return all;
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
