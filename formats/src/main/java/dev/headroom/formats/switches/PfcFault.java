package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * PFC of a port of which only part is set, so that it pauses nothing or the wrong class.
 *
 * @param words what is set and what is missing
 * @param fix the command that is missing
 */
public record PfcFault(String words, String fix, List<Evidence> evidence) {
  /** Keeps a copy. */
  public PfcFault {
    evidence = List.copyOf(evidence);
  }

  /**
   * A port whose queue of a class marks for RDMA like that of a port that pauses the class, and
   * that does not pause it.
   *
   * @param other the port that pauses the class
   * @param isOffUntilSet whether a port without a setting pauses nothing
   */
  static Optional<PfcFault> ofUnpaused(
      SwitchPort port, int trafficClass, SwitchPort other, boolean isOffUntilSet) {
    boolean off =
        port.lossless().isReported()
            ? port.lossless().matches(paused -> !paused.contains(trafficClass))
            : isOffUntilSet;
    Optional<WredCurve> curve = port.curve(trafficClass);
    if (!off || curve.isEmpty() || !curve.get().marks().equalTo(true)) {
      return Optional.empty();
    }
    return sortsAlike(port, trafficClass, other)
        ? Optional.of(
            new PfcFault(
                "the queue of class %d marks for RDMA, and other ports pause the class, but PFC is not on"
                    .formatted(trafficClass),
                "enable PFC for priority %d as at %s".formatted(trafficClass, other.name()),
                Stream.of(port.lossless(), curve.get().marks(), other.lossless())
                    .flatMap(value -> value.findEvidence().stream())
                    .distinct()
                    .toList()))
        : Optional.empty();
  }

  /** Whether a DSCP goes into the class at both ports, or nothing is said of DSCPs at either. */
  private static boolean sortsAlike(SwitchPort port, int trafficClass, SwitchPort other) {
    long wanted = trafficClass;
    List<ReportedValue<Long>> own = port.classes().classes();
    List<ReportedValue<Long>> its = other.classes().classes();
    return Stream.concat(own.stream(), its.stream()).noneMatch(ReportedValue::isReported)
        || IntStream.range(0, Math.min(own.size(), its.size()))
            .anyMatch(dscp -> own.get(dscp).equalTo(wanted) && its.get(dscp).equalTo(wanted));
  }
}
