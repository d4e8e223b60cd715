package dev.headroom.run.results;

import dev.headroom.model.fabric.Node;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.Goodput;
import dev.headroom.run.figures.NcclErrors;
import dev.headroom.run.figures.PartResult;
import dev.headroom.run.figures.SizeBucket;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunTotals;
import java.util.List;

/** Writer of the part of {@code results.json} about flows. */
final class FlowsJson {
  private static final int ERROR_LINES = 8;

  private final JsonWriter json;
  private final RunSummary summary;

  private FlowsJson(JsonWriter json, RunSummary summary) {
    this.json = json;
    this.summary = summary;
  }

  static void write(JsonWriter json, RunSummary summary) {
    new FlowsJson(json, summary).write();
  }

  private void write() {
    RunTotals counts = summary.result().counts();
    json.object("flows")
        .put("total", counts.flows())
        .put("finished", counts.finished())
        .put("unfinished", summary.unfinished());
    distribution("fctPs", summary.flows().fct());
    distribution("slowdown", summary.flows().slowdown());
    bySize();
    byPart();
    unfinished();
    slowest();
    json.endObject();
    goodput();
  }

  private void bySize() {
    json.array("bySize");
    for (SizeBucket bucket : summary.flows().buckets()) {
      json.object()
          .put("label", bucket.label())
          .put("fromBytes", bucket.fromBytes())
          .put("toBytes", bucket.toBytes())
          .put("finished", bucket.finished())
          .put("unfinished", bucket.unfinished());
      distribution("fctPs", bucket.fctPs());
      distribution("slowdown", bucket.slowdown());
      json.endObject();
    }
    json.endArray();
  }

  private void byPart() {
    json.array("byPart");
    for (PartResult part : summary.workload().parts()) {
      json.object()
          .put("type", part.type())
          .put("workload", part.workload())
          .put("transport", part.transport())
          .put("congestion", part.control())
          .put("class", part.priority())
          .put("finished", part.fct().count())
          .put("unfinished", part.unfinished())
          .put("completionTimePs", part.completionPs());
      distribution("fctPs", part.fct());
      distribution("slowdown", part.slowdown());
      WorkloadJson.write(json, part.figures());
      json.endObject();
    }
    json.endArray();
  }

  private void unfinished() {
    json.array("unfinishedFlows");
    for (UnfinishedFlow unfinishedFlow : summary.flows().unfinishedFlow()) {
      json.object()
          .put("flow", unfinishedFlow.flow())
          .put("path", unfinishedFlow.path())
          .put("bytes", unfinishedFlow.bytes())
          .put("deliveredBytes", unfinishedFlow.deliveredBytes())
          .put("why", unfinishedFlow.reason())
          .endObject();
    }
    json.endArray().array("ncclErrors");
    NcclErrors.lines(summary.scenario(), summary.flows().unfinishedFlow(), ERROR_LINES)
        .forEach(json::add);
    json.endArray();
  }

  private void slowest() {
    json.array("slowest");
    List<Node> hosts = summary.scenario().fabric().hosts();
    for (FlowResult flow : summary.flows().slowest()) {
      json.object()
          .put("flow", flow.flow())
          .put(
              "path",
              hosts.get(flow.source()).name() + " → " + hosts.get(flow.destination()).name())
          .put("bytes", flow.bytes())
          .put("fctPs", flow.fctPs())
          .put("slowdown", flow.slowdown())
          .endObject();
    }
    json.endArray();
  }

  private void distribution(String name, Distribution values) {
    json.object(name)
        .put("count", values.count())
        .put("mean", values.mean())
        .put("p50", values.p50())
        .put("p95", values.p95())
        .put("p99", values.p99())
        .put("p99.9", values.p999())
        .put("p99.99", values.p9999())
        .put("max", values.max())
        .put("exact", values.exact())
        .endObject();
  }

  private void goodput() {
    Goodput goodput = summary.payload().goodput();
    json.object("goodput")
        .put("hosts", goodput.hosts())
        .put("meanBps", goodput.meanBps())
        .put("leastBps", goodput.leastBps())
        .put("mostBps", goodput.mostBps())
        .put("askedBytes", goodput.totalPayloadBytes())
        .put("deliveredBytes", goodput.deliveredBytes())
        .endObject();
  }
}
