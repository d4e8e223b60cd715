package dev.headroom.web.job;

import dev.headroom.run.json.JsonWriter;
import java.util.Locale;

/** Writer of where a run is, as one line of JSON. */
public final class RunStatusJson {
  private RunStatusJson() {}

  public static String of(PageRun run) {
    JsonWriter json = JsonWriter.compact();
    write(json, run);
    return json.toString();
  }

  /** The same as part of a document. */
  public static void write(JsonWriter json, PageRun run) {
    json.object()
        .put("id", run.id())
        .put("state", run.state().name().toLowerCase(Locale.ROOT))
        .put("file", run.request().file())
        .put("name", run.request().scenario().name())
        .put("estimatedHops", run.request().estimate().hops())
        .put("reason", run.reason());
    json.array("sets");
    run.request().sets().forEach(json::add);
    json.endArray();
    run.documents()
        .ifPresent(documents -> {
          json.put("outcome", documents.outcome())
              .put("digest", documents.digest())
              .put("headline", documents.headline())
              .put("isWell", documents.isWell());
          json.array("measures");
          for (RunDocuments.MeasuredValue measure : documents.measures()) {
            json.object()
                .put("key", measure.key())
                .put("name", measure.name())
                .put("better", measure.better())
                .put("value", measure.value())
                .put("text", measure.text())
                .endObject();
          }
          json.endArray();
        });
    json.endObject();
  }
}
