package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Egress queues of the classes of a port. A class without an entry has the queue of its own number.
 *
 * @param traffic the queue of each class's packets
 * @param paused the queue that a pause of each priority stops
 * @param limits the bytes that the queue of each class may hold, where the configuration tells
 */
public record ClassQueues(
    Map<Integer, ReportedValue<Long>> traffic,
    Map<Integer, ReportedValue<Long>> paused,
    Map<Integer, ReportedValue<Long>> limits) {

  /** Keeps copies. */
  public ClassQueues {
    traffic = Collections.unmodifiableMap(new LinkedHashMap<>(traffic));
    paused = Collections.unmodifiableMap(new LinkedHashMap<>(paused));
    limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
  }

  /** The queue of a class's packets. */
  public int of(int trafficClass) {
    ReportedValue<Long> queue = traffic.get(trafficClass);
    return queue == null ? trafficClass : (int) (long) queue.orElse((long) trafficClass);
  }

  /** The bytes that the queue of a class may hold. */
  public ReportedValue<Long> limit(int trafficClass) {
    return limits.getOrDefault(
        trafficClass, ReportedValue.unreported("the buffer of the queue of class " + trafficClass));
  }
}
