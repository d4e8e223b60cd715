package dev.headroom.app.report;

import dev.headroom.run.json.Json;
import dev.headroom.run.summary.TracePicture;

/** Report data of traced flows. */
final class TraceData {
  private TraceData() {}

  static void write(Json json, TracePicture picture) {
    json.object("traces")
        .put("fromPs", picture.fromPs())
        .put("stepPs", picture.stepPs())
        .put("points", picture.points())
        .array("flows");
    for (TracePicture.Flow flow : picture.flows()) {
      json.object().put("flow", flow.flow()).put("path", flow.path()).put("bytes", flow.bytes());
      flow.values()
          .forEach((quantity, values) -> {
            json.array(quantity.column());
            for (long value : values) {
              json.add(value);
            }
            json.endArray();
          });
      json.endObject();
    }
    json.endArray().endObject();
  }
}
