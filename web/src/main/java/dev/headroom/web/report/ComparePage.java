package dev.headroom.web.report;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.compare.ComparedRun;
import dev.headroom.run.compare.Comparison;
import dev.headroom.run.compare.ComparisonSummary;
import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.run.compare.MissingRun;
import dev.headroom.run.compare.RelativeChange;
import dev.headroom.run.compare.RunTimeSeries;
import dev.headroom.run.compare.VariantRuns;
import dev.headroom.run.compare.VariedKeys;
import dev.headroom.run.figures.SizeBand;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.Measure;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writer of {@code compare.html}: variants side by side in one self-contained file. Figures are
 * means over the seeds; curves are of the first seed.
 */
public final class ComparePage {
  private static final List<String> SCRIPTS =
      List.of(
          "draw.js",
          "save.js",
          "tables.js",
          "sizes.js",
          "traces.js",
          "compare.js",
          "effects.js",
          "theme.js");

  private final Comparison comparison;
  private final boolean reports;
  private final VariedKeys varied;
  private final List<Measure> measures;
  private final JsonWriter json = JsonWriter.compact();

  private ComparePage(Comparison comparison, boolean reports) {
    this.comparison = comparison;
    this.reports = reports;
    varied = comparison.varied();
    measures = comparison.measures();
  }

  /**
   * The page's text.
   *
   * @param reports whether each run's folder has a report.html to go to
   */
  public static String of(Comparison comparison, boolean reports) {
    return HtmlReport.page(
        title(comparison.firstRuns()), new ComparePage(comparison, reports).data(), SCRIPTS);
  }

  /** The scenario, where all runs are of one; else what they are. */
  private static String title(List<ComparedRun> runs) {
    String scenario = runs.getFirst().variant().scenario();
    boolean one = runs.stream().allMatch(run -> run.variant().scenario().equals(scenario));
    return one
        ? scenario
        : String.join(" / ", runs.stream().map(compared -> compared.variant().label()).toList());
  }

  private String data() {
    Measure judge = comparison.decidingMeasure();
    json.object()
        .put("name", title(comparison.firstRuns()))
        .put("keys", varied.keys())
        .put("verdict", ComparisonSummary.of(comparison))
        .put("judge", place(judge))
        .put("few", Comparison.FEW)
        .put("legend", RelativeChange.LEGEND)
        .array("seeds");
    comparison.seeds().forEach(json::add);
    json.endArray().array("keyNames");
    keys().forEach(json::add);
    json.endArray().array("looked");
    comparison.looked().forEach(measure -> json.add(place(measure)));
    json.endArray().array("ranked");
    comparison.ranked().forEach(each -> json.add(comparison.variantRuns().indexOf(each)));
    json.endArray().array("runs");
    for (int i = 0; i < comparison.variantRuns().size(); i++) {
      contender(comparison.variantRuns().get(i), varied.labels().get(i));
    }
    json.endArray().array("refused");
    for (MissingRun each : comparison.missingRun()) {
      json.array().add(each.name()).add(each.reason()).endArray();
    }
    json.endArray().array("measures");
    for (Measure measure : measures) {
      json.array()
          .add(measure.name())
          .add(measure.better().name().toLowerCase(Locale.ROOT))
          .endArray();
    }
    json.endArray();
    if (comparison.isLarge()) {
      FactorialEffects.of(comparison)
          .ifPresent(effects -> EffectData.write(json, effects, this::place));
    }
    return json.endObject().toString();
  }

  /** None where variants do not all set the same keys. */
  private List<String> keys() {
    return varied.keys().isEmpty() ? List.of() : List.of(varied.keys().split(", "));
  }

  private int place(Measure measure) {
    return measures.stream().map(Measure::key).toList().indexOf(measure.key());
  }

  private void contender(VariantRuns each, String label) {
    ComparedRun run = each.first();
    json.object()
        .put("label", label)
        .put("whole", each.label())
        .put("report", reports ? run.variant().folder() : "")
        .put("kind", run.headline().kind().word())
        .put("headline", run.headline().text())
        .put("leads", comparison.isLeading(each) ? 1 : 0)
        .array("settings");
    if (!keys().isEmpty()) {
      List.of(label.split(", ", -1)).forEach(json::add);
    }
    json.endArray().array("values");
    measures.forEach(measure -> json.add(mean(each, measure)));
    json.endArray().array("texts");
    measures.forEach(measure -> json.add(each.text(measure)));
    json.endArray().array("spreads");
    measures.forEach(measure -> spread(each, measure));
    json.endArray().array("changes");
    VariantRuns first = comparison.variantRuns().getFirst();
    for (Measure measure : measures) {
      json.add(each.change(first, measure));
    }
    json.endArray().array("bands");
    for (SizeBand band : run.curves().bands()) {
      json.array().add(band.fromBytes()).add(band.toBytes()).add(band.slowdown().count());
      json.add(ReportData.thousandths(band.slowdown().p50()))
          .add(ReportData.thousandths(band.slowdown().p99()))
          .endArray();
    }
    json.endArray().array("slowdowns");
    run.curves().slowdowns().forEach(value -> json.add(ReportData.thousandths(value)));
    json.endArray();
    course(run.curves().course());
    TraceData.write(json, run.curves().traces());
    json.endObject();
  }

  private static double mean(VariantRuns each, Measure measure) {
    return each.estimate(measure).map(MeanEstimate::mean).orElse(Double.NaN);
  }

  /** Values of all seeds, the interval of the mean, and all that in words; empty without any. */
  private void spread(VariantRuns each, Measure measure) {
    Optional<MeanEstimate> estimate =
        each.estimate(measure).filter(it -> it.isKnown() && it.deviation() > 0);
    json.array();
    if (estimate.isPresent()) {
      MeanEstimate it = estimate.get();
      json.add(it.low()).add(it.high());
      json.add(
          "95 %% confidence interval of the mean: %s to %s, deviation %s, minimum %s, maximum %s"
              .formatted(
                  measure.text(it.low()),
                  measure.text(it.high()),
                  measure.text(it.deviation()),
                  measure.text(it.least()),
                  measure.text(it.most())));
      json.array();
      for (double value : each.values(measure)) {
        json.add(value);
      }
      json.endArray().add(measure.text(it.reach()));
    }
    json.endArray();
  }

  private void course(RunTimeSeries course) {
    json.object("course").put("fromPs", course.fromPs()).put("stepPs", course.stepPs());
    json.array("sent");
    for (long bps : course.sentBps()) {
      json.add(bps);
    }
    json.endArray().array("deepest");
    for (long bytes : course.deepestBytes()) {
      json.add(bytes);
    }
    json.endArray().endObject();
  }
}
