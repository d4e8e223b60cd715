package dev.headroom.web.report;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.TraceChart;

/** Report data of traced flows. */
final class TraceData {
  private TraceData() {}

  static void write(JsonWriter json, TraceChart picture) {
    json.object("traces")
        .put("fromPs", picture.fromPs())
        .put("stepPs", picture.stepPs())
        .put("points", picture.points())
        .array("flows");
    for (TraceChart.Flow flow : picture.flows()) {
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
