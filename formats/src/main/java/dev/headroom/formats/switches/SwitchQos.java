package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * QoS of a switch for RDMA's class, independent of vendor: priorities with PFC, the watchdog's
 * priorities, DSCP map, ECN marking, and buffer reserves. A vendor's package reads it from that
 * vendor's configuration; each value has the line that says it, or is not said.
 *
 * @param name what the switch calls itself
 * @param terms what its vendor calls these settings
 * @param ports with what each does
 * @param marking how queues mark
 * @param isWatchdogKnown whether a watchdog that nobody switched on would be off, and all that is
 *     set was read
 * @param watchdogFault times of the watchdog that contradict each other; empty where none do
 * @param buffers none where a configuration does not spell them out
 * @param references named settings and their uses
 */
public record SwitchQos(
    String name,
    VendorTerms terms,
    SwitchPorts ports,
    QueueMarking marking,
    boolean isWatchdogKnown,
    Optional<PfcFault> watchdogFault,
    Optional<SwitchBuffers> buffers,
    SwitchReferences references) {

  /** The port of this name, as the configuration writes it. */
  public SwitchPort port(String named) {
    return ports.port(named);
  }

  /** Whether the watchdog looks past a priority with PFC at some port. */
  public boolean hasUnwatchedPriority() {
    return ports.set().stream()
        .anyMatch(port -> {
          ReportedValue<SortedSet<Integer>> watched = port.watchdogPriorities();
          return port.lossless()
              .matches(pfc ->
                  watched.isReported()
                      ? !watched.get().containsAll(pfc)
                      : isWatchdogKnown && !pfc.isEmpty());
        });
  }

  /** Whether some port gives a DSCP to a class that it pauses. */
  public boolean pauses(int dscp) {
    return ports.set().stream().anyMatch(port -> port.pauses(dscp));
  }

  /** The lines behind values, of those that are said. */
  public static List<Evidence> evidenceOf(ReportedValue<?>... values) {
    return Stream.of(values).flatMap(value -> value.findEvidence().stream()).toList();
  }
}
