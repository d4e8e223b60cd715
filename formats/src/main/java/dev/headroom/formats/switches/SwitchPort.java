package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Switch port, with its treatment of each class.
 *
 * @param name as the configuration writes it
 * @param lossless priorities with PFC; none where it is switched off
 * @param watchdogPriorities priorities that the PFC watchdog looks after
 * @param classes into which class a DSCP goes
 * @param curves by which the queue of a priority marks or drops; a queue without one does neither
 * @param strict whether a queue is served before all that are not strict; only where that is said
 * @param groups where lossless classes are counted, by class; empty where nothing tells
 * @param queues the egress queue of each class
 * @param pfcFault what is missing so that PFC works; empty where nothing is
 * @param line speed, MTU and cable
 */
public record SwitchPort(
    String name,
    ReportedValue<SortedSet<Integer>> lossless,
    ReportedValue<SortedSet<Integer>> watchdogPriorities,
    DscpClasses classes,
    Map<Integer, WredCurve> curves,
    Map<Integer, ReportedValue<Boolean>> strict,
    Map<Integer, PriorityGroup> groups,
    ClassQueues queues,
    Optional<PfcFault> pfcFault,
    SwitchPortLink line) {

  /** Keeps copies. */
  public SwitchPort {
    curves = Collections.unmodifiableMap(new LinkedHashMap<>(curves));
    strict = Collections.unmodifiableMap(new LinkedHashMap<>(strict));
    groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
  }

  /** The curve of the queue of a priority. */
  public Optional<WredCurve> curve(int priority) {
    return Optional.ofNullable(curves.get(priority));
  }

  /** Whether a queue is served before all that are not strict. */
  public ReportedValue<Boolean> isStrict(int queue) {
    return strict.getOrDefault(
        queue, ReportedValue.unreported("the scheduling of queue " + queue + " of " + name));
  }

  /** The same port with a fault of its PFC. */
  SwitchPort withPfcFault(PfcFault fault) {
    return new SwitchPort(
        name,
        lossless,
        watchdogPriorities,
        classes,
        curves,
        strict,
        groups,
        queues,
        Optional.of(fault),
        line);
  }

  /** Whether a DSCP goes to a class that the port pauses. */
  boolean pauses(int dscp) {
    return classes.of(dscp).matches(of -> lossless.matches(all -> all.contains((int) (long) of)));
  }
}
