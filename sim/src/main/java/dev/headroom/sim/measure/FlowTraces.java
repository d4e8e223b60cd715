package dev.headroom.sim.measure;

import java.util.List;

/**
 * Traces of flows, all sampled at the same times.
 *
 * @param fromPs when looking began; time i is fromPs + (i + 1) * stepPs
 * @param stepPs from one time to the next; 0 when nothing was traced
 * @param count times
 * @param flows those that were chosen, by number
 */
public record FlowTraces(long fromPs, long stepPs, int count, List<FlowTrace> flows) {
  public static final FlowTraces NONE = new FlowTraces(0, 0, 0, List.of());

  /** When a time was. */
  public long timePs(int time) {
    return fromPs + (time + 1) * stepPs;
  }
}
