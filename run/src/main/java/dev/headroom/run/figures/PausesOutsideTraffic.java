package dev.headroom.run.figures;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.PortResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Time that ports were paused before the first flow started, or after the last had completed, as
 * far as their pauses are recorded one by one.
 */
public final class PausesOutsideTraffic {
  private static final long[] NONE = new long[ClassSchedule.CLASSES];

  /** By node and port. */
  private final Map<Long, long[]> byPort = new HashMap<>();

  public PausesOutsideTraffic(List<PauseSpan> spans, long fromPs, long toPs) {
    for (PauseSpan span : spans) {
      long before = Math.min(span.toPs(), fromPs) - span.fromPs();
      long after = span.toPs() - Math.max(span.fromPs(), toPs);
      long outside = Math.max(0, before) + Math.max(0, after);
      if (outside > 0) {
        byPort.computeIfAbsent(key(span.node(), span.port()), _ -> NONE.clone())[span.priority()] +=
            outside;
      }
    }
  }

  /** By class, in picoseconds. */
  public long[] of(PortResult port) {
    return byPort.getOrDefault(key(port.node(), port.port()), NONE);
  }

  private static long key(int node, int port) {
    return (long) node << 32 | port;
  }
}
