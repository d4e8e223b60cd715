package dev.headroom.app.report;

import dev.headroom.app.results.Change;
import dev.headroom.app.results.Compared;
import dev.headroom.app.results.Course;
import dev.headroom.app.results.Json;
import dev.headroom.app.results.Measure;
import dev.headroom.app.results.Refused;
import dev.headroom.app.results.SizeBand;
import dev.headroom.app.results.Varied;
import dev.headroom.app.results.Verdict;
import java.util.List;
import java.util.Locale;

/** Writes {@code compare.html}: runs side by side in one file that needs nothing but itself. */
public final class ComparePage {
  private static final List<String> SCRIPTS =
      List.of("draw.js", "save.js", "tables.js", "sizes.js", "traces.js", "compare.js", "theme.js");

  private final List<Compared> runs;
  private final List<Refused> refused;
  private final boolean reports;
  private final Varied varied;
  private final List<Measure> measures;
  private final Json json = Json.compact();

  private ComparePage(List<Compared> runs, List<Refused> refused, boolean reports) {
    this.runs = runs;
    this.refused = refused;
    this.reports = reports;
    varied = Varied.of(runs);
    measures = Compared.measures(runs);
  }

  /**
   * The page's text.
   *
   * @param refused those whose settings do not go together
   * @param reports whether each run's folder has a report.html to go to
   */
  public static String of(List<Compared> runs, List<Refused> refused, boolean reports) {
    return Report.page(title(runs), new ComparePage(runs, refused, reports).data(), SCRIPTS);
  }

  /** The scenario, where all runs are of one; else what they are. */
  private static String title(List<Compared> runs) {
    String scenario = runs.getFirst().scenario();
    boolean one = runs.stream().allMatch(run -> run.scenario().equals(scenario));
    return one ? scenario : String.join(" / ", runs.stream().map(Compared::label).toList());
  }

  private String data() {
    json.object()
        .put("name", title(runs))
        .put("keys", varied.keys())
        .put("verdict", Verdict.of(runs))
        .put("judge", measures.indexOf(Compared.judge(runs)))
        .put("legend", Change.LEGEND)
        .array("runs");
    for (int run = 0; run < runs.size(); run++) {
      run(runs.get(run), varied.labels().get(run));
    }
    json.endArray().array("refused");
    for (Refused each : refused) {
      json.array().add(each.label()).add(each.why()).endArray();
    }
    json.endArray().array("measures");
    for (Measure measure : measures) {
      json.array()
          .add(measure.name())
          .add(measure.better().name().toLowerCase(Locale.ROOT))
          .endArray();
    }
    return json.endArray().endObject().toString();
  }

  private void run(Compared run, String label) {
    json.object()
        .put("label", label)
        .put("report", reports ? run.folder() : "")
        .put("kind", run.headline().kind().word())
        .put("headline", run.headline().text())
        .array("values");
    measures.forEach(measure -> json.add(run.value(measure)));
    json.endArray().array("texts");
    for (Measure measure : measures) {
      double value = run.value(measure);
      json.add(Double.isNaN(value) ? "-" : measure.text().apply(value));
    }
    json.endArray().array("changes");
    Compared first = runs.getFirst();
    for (Measure measure : measures) {
      json.add(Change.of(measure, first.value(measure), run.value(measure)));
    }
    json.endArray().array("bands");
    for (SizeBand band : run.bands()) {
      json.array().add(band.fromBytes()).add(band.toBytes()).add(band.slowdown().count());
      json.add(ReportData.thousandths(band.slowdown().p50()))
          .add(ReportData.thousandths(band.slowdown().p99()))
          .endArray();
    }
    json.endArray().array("slowdowns");
    run.slowdowns().forEach(value -> json.add(ReportData.thousandths(value)));
    json.endArray();
    course(run.course());
    TraceData.write(json, run.traces());
    json.endObject();
  }

  private void course(Course course) {
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
