package dev.headroom.app.json;

import dev.headroom.model.latency.GpuRoute;
import dev.headroom.model.latency.LatencyComponent;
import dev.headroom.model.latency.LatencyPoster;
import dev.headroom.model.latency.LatencyWaterfall;
import dev.headroom.run.json.JsonWriter;
import java.util.List;
import java.util.Optional;

/**
 * Writer of latency waterfalls as JSON: times in whole picoseconds, so that the parts sum exactly.
 */
public final class LatencyJson {
  public static final int SCHEMA_VERSION = 1;

  private LatencyJson() {}

  /**
   * @param poster who posts; empty where that is left out
   */
  public static String of(
      GpuRoute route, Optional<LatencyPoster> poster, List<LatencyWaterfall> waterfalls) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .object("inputs")
            .put("size", route.message().toString())
            .put("rate", route.rate().toString())
            .put("switches", route.switches())
            .put("cable", route.cable().toString())
            .put("switchLatency", route.switchLatency().toString())
            .put("pcieGen", route.pcie().generation().number());
    poster.ifPresent(who -> json.put("postedBy", who.id()));
    json.endObject().array("stacks");
    for (LatencyWaterfall waterfall : waterfalls) {
      json.object()
          .put("name", waterfall.stack().id())
          .put("label", waterfall.stack().label())
          .put("totalUs", waterfall.totalPs() * 1e-6)
          .put("totalPs", waterfall.totalPs())
          .array("components");
      waterfall.components().forEach(part -> add(json, part));
      json.endArray().endObject();
    }
    return json.endArray().endObject() + "\n";
  }

  private static void add(JsonWriter json, LatencyComponent part) {
    json.object()
        .put("name", part.id())
        .put("label", part.label())
        .put("ps", part.ps())
        .put("source", part.source())
        .endObject();
  }
}
