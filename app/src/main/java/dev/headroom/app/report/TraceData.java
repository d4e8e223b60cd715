package dev.headroom.app.report;

import dev.headroom.app.results.Json;
import dev.headroom.app.results.Summary;
import dev.headroom.app.results.TracedFlow;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.Quantity;
import dev.headroom.sim.measure.Traces;
import java.util.List;

/**
 * Traced flows, over the time that any of them was under way. Long traces are thinned: of the times
 * that fall together the last stays, and counts are added up, so that a value drawn is one that
 * was. -1 stands for what is absent.
 */
final class TraceData {
  /** Points of all flows together, and the least and the most of one. */
  private static final int POINTS = 16_000;

  private static final int FEWEST = 250;
  private static final int MOST = 1_000;

  private final Summary summary;
  private final Traces traces;
  private final int first;
  private final int stride;
  private final int points;

  private TraceData(Summary summary, List<TracedFlow> flows) {
    this.summary = summary;
    traces = summary.result().traces();
    first = flows.stream().mapToInt(TracedFlow::from).min().orElse(0);
    int end = flows.stream().mapToInt(TracedFlow::to).max().orElse(0);
    int most = Math.clamp(POINTS / Math.max(1, flows.size()), FEWEST, MOST);
    stride = Math.max(1, (end - first + most - 1) / most);
    points = (end - first) / stride;
  }

  static void write(Json json, Summary summary) {
    List<TracedFlow> flows =
        TracedFlow.of(summary.scenario(), summary.result()).stream()
            .filter(flow -> flow.times() > 0)
            .toList();
    new TraceData(summary, flows).write(json, flows);
  }

  private void write(Json json, List<TracedFlow> flows) {
    json.object("traces")
        .put("fromPs", traces.fromPs() + first * traces.stepPs() - summary.startPs())
        .put("stepPs", stride * traces.stepPs())
        .put("points", points)
        .array("flows");
    for (TracedFlow flow : flows) {
      json.object()
          .put("flow", flow.flow().flow())
          .put("path", flow.path())
          .put("bytes", summary.scenario().flows().bytes(flow.flow().flow()));
      for (Quantity quantity : Quantity.values()) {
        if (flow.flow().has(quantity)) {
          series(json, flow.flow(), quantity);
        }
      }
      json.endObject();
    }
    json.endArray().endObject();
  }

  private void series(Json json, FlowTrace flow, Quantity quantity) {
    json.array(quantity.column());
    for (int point = 0; point < points; point++) {
      json.add(quantity.isCounted() ? sum(flow, quantity, point) : flow.at(quantity, last(point)));
    }
    json.endArray();
  }

  private int last(int point) {
    return first + (point + 1) * stride - 1;
  }

  /** What was added to a count since the point before. */
  private long sum(FlowTrace flow, Quantity counted, int point) {
    long sum = Quantity.ABSENT;
    for (int time = first + point * stride; time <= last(point); time++) {
      long grown = flow.grown(counted, time);
      sum = grown == Quantity.ABSENT ? sum : Math.max(0, sum) + grown;
    }
    return sum;
  }
}
