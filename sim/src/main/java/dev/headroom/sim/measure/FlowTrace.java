package dev.headroom.sim.measure;

import static dev.headroom.sim.measure.TraceQuantity.ABSENT;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;

/**
 * Trace of one flow over time. All times at which flows were looked at have a place here; those
 * before it started and after it was completed hold nothing.
 */
public final class FlowTrace {
  private final int flow;
  private final Map<TraceQuantity, long[]> values;

  /**
   * @param values of every quantity, by the number of the time
   */
  public FlowTrace(int flow, Map<TraceQuantity, long[]> values) {
    this.flow = flow;
    this.values = values;
  }

  /** Its number in the workload. */
  public int flow() {
    return flow;
  }

  /** The values of every quantity, by the number of the time. */
  public Map<TraceQuantity, long[]> values() {
    return Collections.unmodifiableMap(values);
  }

  /** A value at a time; {@link TraceQuantity#ABSENT} where there is none. */
  public long at(TraceQuantity quantity, int time) {
    return series(quantity)[time];
  }

  /** By how much a counted value has grown since the time before; absent where it is. */
  public long grown(TraceQuantity counted, int time) {
    long now = at(counted, time);
    long before = time == 0 ? ABSENT : at(counted, time - 1);
    return now == ABSENT ? ABSENT : now - Math.max(0, before);
  }

  /** Whether the flow was under way, or had just been completed. */
  public boolean isThere(int time) {
    return values.values().stream().anyMatch(series -> series[time] != ABSENT);
  }

  /** Whether there is any value of a quantity. */
  public boolean has(TraceQuantity quantity) {
    return Arrays.stream(series(quantity)).anyMatch(value -> value != ABSENT);
  }

  private long[] series(TraceQuantity quantity) {
    return Objects.requireNonNull(values.get(quantity));
  }
}
