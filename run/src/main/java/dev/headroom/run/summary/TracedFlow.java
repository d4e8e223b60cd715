package dev.headroom.run.summary;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.TraceQuantity;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Statistics of one traced flow.
 *
 * @param flow its number
 * @param path whence and whither
 * @param from the first time at which it was there, by number
 * @param to the last one, and one more
 * @param ranges of what is measured at a time, where it has that: rate, window, in flight, RTT
 */
public record TracedFlow(
    FlowTrace flow, String path, int from, int to, Map<TraceQuantity, Range> ranges) {
  /** The least, the mean over time, and the most. */
  public record Range(long least, double mean, long most) {}

  /** Those of a run, by number; empty where none were traced. */
  public static List<TracedFlow> of(Scenario scenario, RunResult result) {
    FlowTraces traces = result.traces();
    return traces.flows().stream().map(flow -> of(scenario, traces, flow)).toList();
  }

  private static TracedFlow of(Scenario scenario, FlowTraces traces, FlowTrace flow) {
    List<Node> hosts = scenario.fabric().hosts();
    String path =
        hosts.get(scenario.flows().source(flow.flow())).name()
            + " → "
            + hosts.get(scenario.flows().destination(flow.flow())).name();
    int[] there = IntStream.range(0, traces.count()).filter(flow::isThere).toArray();
    int from = there.length == 0 ? 0 : there[0];
    int to = there.length == 0 ? 0 : there[there.length - 1] + 1;
    Map<TraceQuantity, Range> ranges = new EnumMap<>(TraceQuantity.class);
    for (TraceQuantity quantity : TraceQuantity.values()) {
      if (!quantity.isCounted() && flow.has(quantity)) {
        ranges.put(quantity, range(flow, quantity, from, to));
      }
    }
    return new TracedFlow(flow, path, from, to, ranges);
  }

  private static Range range(FlowTrace flow, TraceQuantity quantity, int from, int to) {
    long[] values =
        IntStream.range(from, to)
            .mapToLong(time -> flow.at(quantity, time))
            .filter(value -> value != TraceQuantity.ABSENT)
            .toArray();
    return new Range(
        LongStream.of(values).min().orElseThrow(),
        LongStream.of(values).average().orElseThrow(),
        LongStream.of(values).max().orElseThrow());
  }

  /** Times at which it was there. */
  public int times() {
    return to - from;
  }

  public static void write(JsonWriter json, Scenario scenario, RunResult result) {
    json.array("traces");
    for (TracedFlow traced : of(scenario, result)) {
      json.object()
          .put("flow", traced.flow.flow())
          .put("fromPs", result.traces().timePs(traced.from))
          .put("stepPs", result.traces().stepPs())
          .put("times", traced.times());
      traced.ranges.forEach((quantity, range) ->
          json.object(quantity.column())
              .put("least", range.least)
              .put("mean", range.mean)
              .put("most", range.most)
              .endObject());
      json.endObject();
    }
    json.endArray();
  }
}
