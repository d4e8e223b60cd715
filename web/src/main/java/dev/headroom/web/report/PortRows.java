package dev.headroom.web.report;

import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;

/** Report table of ports. */
final class PortRows {
  private PortRows() {}

  static void write(JsonWriter json, RunSummary summary, ChosenPorts chosen) {
    json.array("ports");
    for (PortLoad load : chosen.rows()) {
      json.array()
          .add(summary.network().ports().from(load).name())
          .add(summary.network().ports().to(load).name())
          .add(load.port().rateBps())
          .add(ReportData.thousandths(load.busy()))
          .add(Math.round(summary.goodputBps(load)))
          .add(ReportData.thousandths(load.pausedShare()))
          .add(load.pauses())
          .add(load.peakQueueBytes())
          .add(load.marks())
          .add(load.drops())
          .endArray();
    }
    json.endArray().put("portCount", summary.network().ports().loads().size());
  }
}
