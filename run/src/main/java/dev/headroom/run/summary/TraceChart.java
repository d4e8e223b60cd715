package dev.headroom.run.summary;

import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.TraceQuantity;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Chart data of traced flows in few points, over the time that any of them was active; a flow that
 * was active for a small part of that time has an axis of its own. Of the times that fall together
 * the last stays, and counts are added up, so that a value drawn is one that was.
 *
 * @param axis of the flows that have none of their own
 */
public record TraceChart(Axis axis, List<Flow> flows) {
  /** Points of one flow, at least. */
  private static final int FEWEST = 200;

  /** A flow that was there for less than one part in so many of the time has its own axis. */
  private static final int SHORT = 3;

  /**
   * Times of the points of a flow.
   *
   * @param fromPs when the first point begins, after the run's start
   * @param stepPs between points
   */
  public record Axis(long fromPs, long stepPs, int points) {}

  /**
   * A flow of it.
   *
   * @param path whence and whither
   * @param bytes its payload
   * @param values where it has any; {@link TraceQuantity#ABSENT} where there is none; counts since
   *     the point before
   */
  public record Flow(
      int flow, String path, long bytes, Axis axis, Map<TraceQuantity, long[]> values) {}

  /**
   * Of a run.
   *
   * @param points of all flows together, about
   * @param most points of one
   */
  public static TraceChart of(RunSummary summary, int points, int most) {
    List<TracedFlow> flows =
        TracedFlow.of(summary.scenario(), summary.result()).stream()
            .filter(flow -> flow.times() > 0)
            .toList();
    int first = flows.stream().mapToInt(TracedFlow::from).min().orElse(0);
    int end = flows.stream().mapToInt(TracedFlow::to).max().orElse(0);
    int each = Math.clamp(points / Math.max(1, flows.size()), FEWEST, most);
    Thinning all = Thinning.of(first, end, each);
    return new TraceChart(
        all.axis(summary),
        flows.stream()
            .map(flow -> {
              boolean isShort = (end - first) / SHORT > flow.times();
              Thinning own = isShort ? Thinning.of(flow.from(), flow.to(), each) : all;
              return new Flow(
                  flow.flow().flow(),
                  flow.path(),
                  summary.scenario().flows().bytes(flow.flow().flow()),
                  own.axis(summary),
                  thinned(flow.flow(), own.first(), own.stride(), own.points()));
            })
            .toList());
  }

  /**
   * Times of a trace that make points.
   *
   * @param stride times of a point
   */
  private record Thinning(int first, int stride, int points) {
    static Thinning of(int first, int end, int most) {
      int stride = Math.max(1, Math.ceilDiv(end - first, most));
      return new Thinning(first, stride, (end - first) / stride);
    }

    Axis axis(RunSummary summary) {
      FlowTraces traces = summary.result().traces();
      return new Axis(
          traces.fromPs() + first * traces.stepPs() - summary.span().startPs(),
          stride * traces.stepPs(),
          points);
    }
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
