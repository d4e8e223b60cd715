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
    String name = keys + String.join(" / ", varied.labels());
    return Report.page(name, data(runs, name, varied), SCRIPTS);
  }

  private static String data(List<Compared> runs, String name, Varied varied) {
    Json json = Json.compact().object().put("name", name).array("runs");
    for (int k = 0; k < runs.size(); k++) {
      Compared run = runs.get(k);
      json.object()
          .put("label", varied.labels().get(k))
          .put("folder", run.folder())
          .put("kind", run.headline().kind().word())
          .put("headline", run.headline().text())
          .array("values");
      for (int i = 0; i < run.values().length; i++) {
        json.add(run.values()[i]);
      }
      json.endArray().array("texts");
      for (int i = 0; i < run.values().length; i++) {
        double value = run.values()[i];
        json.add(Double.isNaN(value) ? "-" : Measure.ALL.get(i).text().apply(value));
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
    for (Measure measure : Measure.ALL) {
      json.array()
          .add(measure.name())
          .add(measure.better().name().toLowerCase(Locale.ROOT))
          .endArray();
    }
    return json.endArray().endObject().toString();
  }
}
