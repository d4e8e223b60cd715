package dev.headroom.web.report;

import dev.headroom.model.fabric.Node;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.FlowSample;
import dev.headroom.run.figures.PartResult;
import dev.headroom.run.figures.SizeBand;
import dev.headroom.run.figures.SizeBucket;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.DropReasons;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.run.summary.TraceChart;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * JSON data that the report page's scripts draw. Times are picoseconds, shares are in thousandths.
 */
final class ReportData {
  private static final int TRACE_POINTS = 16_000;
  private static final int TRACE_POINTS_OF_ONE = 1_000;

  private final RunSummary summary;
  private final JsonWriter json = JsonWriter.compact();

  private ReportData(RunSummary summary) {
    this.summary = summary;
  }

  static String of(RunSummary summary) {
    return new ReportData(summary).write();
  }

  private String write() {
    ChosenPorts chosen = ChosenPorts.of(summary.network().ports());
    json.object()
        .put("name", summary.scenario().name())
        .put("fabric", summary.scenario().fabric().shape())
        .put("workload", summary.scenario().workload())
        .put("outcome", summary.result().outcome().name().toLowerCase(Locale.ROOT))
        .put("startPs", summary.span().startPs())
        .put("durationPs", summary.span().durationPs())
        .put("digest", summary.result().digest());
    json.object("headline")
        .put("kind", summary.headline().kind().word())
        .put("text", summary.headline().text())
        .endObject();
    KeyFigures.write(json, summary);
    ChangedSettings.write(json, summary.scenario());
    JobData.write(json, summary);
    sizes();
    parts();
    FabricData.write(json, summary);
    SeriesData.write(json, summary, chosen);
    TraceData.write(json, TraceChart.of(summary, TRACE_POINTS, TRACE_POINTS_OF_ONE));
    PauseTimeline.write(json, summary);
    PortRows.write(json, summary, chosen);
    slowest();
    stuck();
    drops();
    return json.endObject().toString();
  }

  private void sizes() {
    json.object("sizes").array("buckets");
    for (SizeBucket bucket : summary.flows().buckets()) {
      json.object()
          .put("label", bucket.label())
          .put("to", bucket.toBytes())
          .put("finished", bucket.finished())
          .put("unfinished", bucket.unfinished());
      percentiles("fct", bucket.fctPs());
      percentiles("slow", bucket.slowdown());
      json.endObject();
    }
    json.endArray().array("bands");
    for (SizeBand band : summary.flows().bands()) {
      json.array().add(band.fromBytes()).add(band.toBytes()).add(band.slowdown().count());
      json.add(thousandths(band.slowdown().p50()))
          .add(thousandths(band.slowdown().p95()))
          .add(thousandths(band.slowdown().p99()))
          .endArray();
    }
    FlowSample sample = summary.flows().sample();
    json.endArray().put("all", sample.all()).array("points");
    for (int i = 0; i < sample.bytes().length; i++) {
      json.add(sample.bytes()[i]).add(thousandths(sample.slowdown()[i]));
    }
    json.endArray().put("exact", summary.flows().fct().exact()).endObject();
  }

  private void parts() {
    json.array("parts");
    for (PartResult part : summary.workload().parts()) {
      json.object()
          .put("type", part.type())
          .put("carried", part.transport() + ", " + part.control())
          .put("class", part.priority())
          .put("finished", part.fct().count())
          .put("unfinished", part.unfinished())
          .put("end", part.completionPs());
      percentiles("fct", part.fct());
      percentiles("slow", part.slowdown());
      json.endObject();
    }
    json.endArray();
  }

  private void percentiles(String name, Distribution values) {
    json.array(name)
        .add(values.p50())
        .add(values.p95())
        .add(values.p99())
        .add(values.p999())
        .endArray();
  }

  private void slowest() {
    json.array("slowest");
    List<Node> hosts = summary.scenario().fabric().hosts();
    for (FlowResult flow : summary.flows().slowest()) {
      json.array()
          .add(flow.flow())
          .add(hosts.get(flow.source()).name())
          .add(hosts.get(flow.destination()).name())
          .add(flow.bytes())
          .add(flow.startPs() - summary.span().startPs())
          .add(flow.fctPs())
          .add(thousandths(flow.slowdown()))
          .add(flow.cnps())
          .add(flow.retransmissions())
          .endArray();
    }
    json.endArray();
  }

  private void stuck() {
    json.array("stuck");
    for (UnfinishedFlow unfinishedFlow : summary.flows().unfinishedFlow()) {
      json.array()
          .add(unfinishedFlow.flow())
          .add(unfinishedFlow.path())
          .add(unfinishedFlow.bytes())
          .add(unfinishedFlow.deliveredBytes())
          .add(unfinishedFlow.reason())
          .endArray();
    }
    json.endArray().put("unfinished", summary.unfinished());
  }

  private void drops() {
    json.array("drops");
    for (Map.Entry<DropCause, Long> drop : summary.result().counts().drops().entrySet()) {
      json.array()
          .add(DropReasons.text(drop.getKey(), summary.scenario()))
          .add(drop.getValue())
          .add(DropReasons.fault(drop.getKey(), summary.scenario()))
          .endArray();
    }
    json.endArray();
  }

  static long thousandths(double value) {
    return Math.round(value * 1000);
  }
}
