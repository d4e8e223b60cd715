package dev.headroom.app.results;

import java.util.List;
import java.util.Locale;

/**
 * What a comparison keeps of a run.
 *
 * @param label what sets it apart from the others
 * @param folder where its results are, below that of the comparison
 * @param outcome how it ended
 * @param values of {@link Measure#ALL}, in that order
 * @param bands slowdown by flow size
 */
public record Compared(
    String label,
    String folder,
    String outcome,
    Headline headline,
    double[] values,
    List<SizeBand> bands,
    String digest) {

  public static Compared of(String label, String folder, Summary summary) {
    return new Compared(
        label,
        folder,
        summary.result().outcome().name().toLowerCase(Locale.ROOT),
        summary.headline(),
        Measure.ALL.stream().mapToDouble(measure -> measure.of().applyAsDouble(summary)).toArray(),
        summary.bands(),
        summary.result().digest());
  }
}
