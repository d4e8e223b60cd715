package dev.headroom.web.job;

import dev.headroom.run.figures.ProcessCost;
import dev.headroom.run.results.ResultsJson;
import dev.headroom.run.summary.Headline;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.web.report.HtmlReport;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Documents of a finished run: what is kept of it.
 *
 * @param outcome {@code finished}, {@code unfinished} or {@code interrupted}
 * @param headline the sentence that says what came of it
 * @param isWell whether that is good news
 * @param results text of {@code results.json}
 * @param report text of {@code report.html}
 * @param measures by which it is compared with others
 */
public record RunDocuments(
    String outcome,
    String digest,
    String headline,
    boolean isWell,
    String results,
    String report,
    List<MeasuredValue> measures) {
  /**
   * Value of a measure.
   *
   * @param key as {@code compare.json} spells it
   * @param name in words
   * @param better which way is good
   * @param value NaN where there is none
   * @param text with its unit
   */
  public record MeasuredValue(String key, String name, String better, double value, String text) {}

  /** Headlines that tell of nothing that holds a run up: those that the report marks as good. */
  private static final Set<Headline.Kind> GOOD =
      Set.of(Headline.Kind.ALL_IS_WELL, Headline.Kind.COLLECTIVE, Headline.Kind.JOB);

  public RunDocuments {
    measures = List.copyOf(measures);
  }

  static RunDocuments of(RunSummary summary) {
    return new RunDocuments(
        summary.result().outcome().name().toLowerCase(Locale.ROOT),
        summary.result().digest(),
        summary.headline().text(),
        GOOD.contains(summary.headline().kind()),
        ResultsJson.of(summary, 1, ProcessCost.soFar()),
        HtmlReport.of(summary),
        Measure.of(summary).stream().map(measure -> measured(measure, summary)).toList());
  }

  private static MeasuredValue measured(Measure measure, RunSummary summary) {
    double value = measure.of().applyAsDouble(summary);
    return new MeasuredValue(
        measure.key(),
        measure.name(),
        measure.better().name().toLowerCase(Locale.ROOT),
        value,
        measure.text(value));
  }
}
