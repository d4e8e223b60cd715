package dev.headroom.run.summary;

import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.TraceQuantity;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Chart data of traced flows in few points, over the time that any of them was active. Of the times
 * that fall together the last stays, and counts are added up, so that a value drawn is one that
 * was.
 *
 * @param fromPs when the first point begins, after the run's start
 * @param stepPs between points
 * @param points of each flow
 */
public record TraceChart(long fromPs, long stepPs, int points, List<Flow> flows) {
  /** Points of one flow, at least. */
  private static final int FEWEST = 200;

  /**
   * A flow of it.
   *
   * @param path whence and whither
   * @param bytes its payload
   * @param values where it has any; {@link TraceQuantity#ABSENT} where there is none; counts since
   *     the point before
   */
  public record Flow(int flow, String path, long bytes, Map<TraceQuantity, long[]> values) {}

  /**
   * Of a run.
   *
   * @param all points of all flows together, about
   * @param most points of one
   */
  public static TraceChart of(RunSummary summary, int all, int most) {
    FlowTraces traces = summary.result().traces();
    List<TracedFlow> flows =
        TracedFlow.of(summary.scenario(), summary.result()).stream()
            .filter(flow -> flow.times() > 0)
            .toList();
    int first = flows.stream().mapToInt(TracedFlow::from).min().orElse(0);
    int end = flows.stream().mapToInt(TracedFlow::to).max().orElse(0);
    int each = Math.clamp(all / Math.max(1, flows.size()), FEWEST, most);
    int stride = Math.max(1, Math.ceilDiv(end - first, each));
    int points = (end - first) / stride;
    return new TraceChart(
        traces.fromPs() + first * traces.stepPs() - summary.span().startPs(),
        stride * traces.stepPs(),
        points,
        flows.stream()
            .map(flow ->
                new Flow(
                    flow.flow().flow(),
                    flow.path(),
                    summary.scenario().flows().bytes(flow.flow().flow()),
                    thinned(flow.flow(), first, stride, points)))
            .toList());
  }

  private static Map<TraceQuantity, long[]> thinned(
      FlowTrace flow, int first, int stride, int points) {
    Map<TraceQuantity, long[]> values = new EnumMap<>(TraceQuantity.class);
    for (TraceQuantity quantity : TraceQuantity.values()) {
      if (flow.has(quantity)) {
        values.put(
            quantity,
            IntStream.range(0, points)
                .mapToLong(point -> value(flow, quantity, first + point * stride, stride))
                .toArray());
      }
    }
    return values;
  }

  private static long value(FlowTrace flow, TraceQuantity quantity, int from, int stride) {
    if (!quantity.isCounted()) {
      return flow.at(quantity, from + stride - 1);
    }
    long sum = TraceQuantity.ABSENT;
    for (int time = from; time < from + stride; time++) {
      long grown = flow.grown(quantity, time);
      sum = grown == TraceQuantity.ABSENT ? sum : Math.max(0, sum) + grown;
    }
    return sum;
  }
}
