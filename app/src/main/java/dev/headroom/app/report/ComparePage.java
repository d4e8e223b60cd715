package dev.headroom.app.report;

import dev.headroom.app.results.Compared;
import dev.headroom.app.results.Json;
import dev.headroom.app.results.Measure;
import dev.headroom.app.results.SizeBand;
import dev.headroom.app.results.Varied;
import java.util.List;
import java.util.Locale;

/** Writes {@code compare.html}: runs side by side in one file that needs nothing but itself. */
public final class ComparePage {
  private static final List<String> SCRIPTS =
      List.of("draw.js", "tables.js", "compare.js", "theme.js");

  private ComparePage() {}

  public static String of(List<Compared> runs) {
    Varied varied = Varied.of(runs);
    String keys = varied.keys().isEmpty() ? "" : varied.keys() + ": ";
    String name = of(runs, keys + String.join(" / ", varied.labels()));
    return Report.page(name, data(runs, name, varied), SCRIPTS);
  }

  /** With the scenario, where all runs are of one. */
  private static String of(List<Compared> runs, String what) {
    String scenario = runs.getFirst().scenario();
    boolean one = runs.stream().allMatch(run -> run.scenario().equals(scenario));
    return one ? scenario + " · " + what : what;
  }

  private static String data(List<Compared> runs, String name, Varied varied) {
    Json json = Json.compact().object().put("name", name).array("runs");
    List<Measure> measures = Compared.measures(runs);
    for (int k = 0; k < runs.size(); k++) {
      Compared run = runs.get(k);
      json.object()
          .put("label", varied.labels().get(k))
          .put("folder", run.folder())
          .put("kind", run.headline().kind().word())
          .put("headline", run.headline().text())
          .array("values");
      measures.forEach(measure -> json.add(run.value(measure)));
      json.endArray().array("texts");
      for (Measure measure : measures) {
        double value = run.value(measure);
        json.add(Double.isNaN(value) ? "-" : measure.text().apply(value));
      }
      json.endArray().array("bands");
      for (SizeBand band : run.bands()) {
        json.array().add(band.fromBytes()).add(band.toBytes()).add(band.slowdown().count());
        json.add(ReportData.thousandths(band.slowdown().p50()))
            .add(ReportData.thousandths(band.slowdown().p99()))
            .endArray();
      }
      json.endArray().endObject();
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
}
