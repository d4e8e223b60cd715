package dev.headroom.web.report;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.TraceChart;

/** Report data of traced flows. */
final class TraceData {
  private TraceData() {}

  static void write(JsonWriter json, TraceChart picture) {
    json.object("traces");
    axis(json, picture.axis());
    json.array("flows");
    for (TraceChart.Flow flow : picture.flows()) {
      json.object().put("flow", flow.flow()).put("path", flow.path()).put("bytes", flow.bytes());
      json.object("axis");
      axis(json, flow.axis());
      json.endObject();
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

  private static void axis(JsonWriter json, TraceChart.Axis axis) {
    json.put("fromPs", axis.fromPs()).put("stepPs", axis.stepPs()).put("points", axis.points());
  }
}
