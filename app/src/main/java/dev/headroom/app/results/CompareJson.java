package dev.headroom.app.results;

import java.util.List;

/**
 * Writes {@code compare.json}: a list of runs with the same measures of each, and one of those that
 * were refused.
 */
public final class CompareJson {
  public static final int SCHEMA_VERSION = 1;

  private CompareJson() {}

  public static String of(List<Compared> runs, List<Refused> refused) {
    Json json = Json.indented().object().put("schemaVersion", SCHEMA_VERSION).array("runs");
    for (Compared run : runs) {
      json.object()
          .put("label", run.label())
          .put("folder", run.folder())
          .put("outcome", run.outcome())
          .put("digest", run.digest());
      json.object("headline")
          .put("kind", run.headline().kind().word())
          .put("text", run.headline().text())
          .endObject()
          .object("measures");
      run.readings().forEach(reading -> json.put(reading.measure().key(), reading.value()));
      json.endObject().endObject();
    }
    json.endArray().array("refused");
    for (Refused each : refused) {
      json.object().put("label", each.label()).put("why", each.why()).endObject();
    }
    return json.endArray().endObject() + "\n";
  }
}
