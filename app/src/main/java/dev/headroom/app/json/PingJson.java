package dev.headroom.app.json;

import dev.headroom.app.wire.PingStatistics;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.json.JsonWriter;

/** Writer of ping results as JSON. */
public final class PingJson {
  public static final int SCHEMA_VERSION = 1;

  private PingJson() {}

  public static String of(PingStatistics tally) {
    Distribution latency = tally.latencyUs();
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("role", tally.client() ? "client" : "server")
            .put("peer", tally.peer())
            .put("pings", tally.pings())
            .put("checked", tally.checked())
            .put("spoiled", tally.corrupted())
            .put("bytes", tally.bytes())
            .put("meanUs", tally.meanUs());
    if (latency.count() > 0) {
      json.object("latencyUs")
          .put("min", tally.leastUs())
          .put("p50", latency.p50())
          .put("p99", latency.p99())
          .put("max", latency.max())
          .endObject();
    }
    return json.endObject() + "\n";
  }
}
