package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Switch configuration in its vendor's language, with the queries that fill {@link SwitchQos}. A
 * vendor extends this for its language; a name of a port is as the configuration writes it, and
 * blank for a port that it does not name.
 */
public abstract class SwitchConfiguration {
  /** Classes and queues that are asked for: commands name them with one digit. */
  private static final int CLASSES = 10;

  /** Whether anything looks like this language. */
  protected abstract boolean isPresent();

  /** What the switch calls itself. */
  protected abstract String name();

  /** What the vendor calls things. */
  protected abstract VendorTerms vendorTerms();

  /** Ports that have settings of classes. */
  protected abstract List<String> ports();

  /** Further ports that it names. */
  protected List<String> others() {
    return List.of();
  }

  /** What ports are called elsewhere. */
  protected PortNames names() {
    return new PortNames(ports(), others(), Map.of());
  }

  /** Priorities with PFC; none where it is switched off. */
  protected abstract ReportedValue<SortedSet<Integer>> lossless(String port);

  /** Whether a port without a setting of PFC has none; others negotiate it. */
  protected boolean isPfcOffUntilSet() {
    return true;
  }

  /**
   * A line that shows that all settings of a port were read, so that what none of them says is as
   * it is by default; empty where some may be missing.
   */
  protected Optional<Evidence> settingsRead(String port) {
    return Optional.empty();
  }

  /** The same as {@link #lossless}, and none where PFC is off until a setting says so. */
  private ReportedValue<SortedSet<Integer>> paused(String port) {
    ReportedValue<SortedSet<Integer>> said = lossless(port);
    return said.isReported() || !isPfcOffUntilSet()
        ? said
        : settingsRead(port)
            .<ReportedValue<SortedSet<Integer>>>map(
                seen -> ReportedValue.reported(Collections.emptySortedSet(), seen))
            .orElse(said);
  }

  /** Priorities that the PFC watchdog looks after. */
  protected abstract ReportedValue<SortedSet<Integer>> watchdogPriorities(String port);

  /** Whether a watchdog that nobody switched on would be off, and all that is set was read. */
  protected abstract boolean isWatchdogKnown();

  /** Times of the watchdog that contradict each other. */
  protected Optional<PfcFault> watchdogFault() {
    return Optional.empty();
  }

  /** The traffic class that a port gives to each DSCP. */
  protected abstract DscpClasses classes(String port);

  /** Whether it was read how queues mark, so that a queue without a curve has none. */
  protected abstract boolean isMarkingKnown();

  /** The curve by which the queue of a priority marks or drops; none if it does neither. */
  protected abstract Optional<WredCurve> curve(String port, int priority);

  /** All curves, whichever queue uses them. */
  protected abstract List<WredCurve> curves();

  /** Curves that queues of lossless classes use. */
  protected List<WredCurve> losslessCurves(List<SwitchPort> ports) {
    Map<String, WredCurve> used = new LinkedHashMap<>();
    for (SwitchPort port : ports) {
      for (int priority : port.lossless().orElse(new TreeSet<>())) {
        port.curve(priority).ifPresent(curve -> used.put(curve.name(), curve));
      }
    }
    return List.copyOf(used.values());
  }

  /** Whether a queue is served before all that are not strict. */
  protected ReportedValue<Boolean> strict(String port, int queue) {
    return ReportedValue.unreported("the scheduling of queue " + queue + " of " + port);
  }

  /** The queue of a class's packets; not said where it has the class's number. */
  protected ReportedValue<Long> queue(String port, int trafficClass) {
    return ReportedValue.unreported("the queue of class " + trafficClass + " of " + port);
  }

  /** The queue that a pause of a priority stops; not said where it has the priority's number. */
  protected ReportedValue<Long> pausedQueue(String port, int priority) {
    return ReportedValue.unreported("the queue that priority " + priority + " pauses");
  }

  /** The bytes that the queue of a class may hold. */
  protected ReportedValue<Long> limit(String port, int trafficClass) {
    return ReportedValue.unreported("the buffer of the queue of class " + trafficClass);
  }

  /** What is missing so that PFC of a port works, where only part of it is set. */
  protected Optional<PfcFault> pfcFault(String port) {
    return Optional.empty();
  }

  /** Named settings and their uses. */
  protected SwitchReferences references() {
    return SwitchReferences.NONE;
  }

  /** Queues that a command lists for the whole switch, and whether they mark. */
  protected SortedMap<Integer, ReportedValue<Boolean>> listedQueues() {
    return new TreeMap<>();
  }

  /** Queues of a port that may have settings. */
  protected SortedSet<Integer> queues(String port) {
    SortedSet<Integer> queues = new TreeSet<>();
    for (int queue = 0; queue < CLASSES; queue++) {
      queues.add(queue);
    }
    return queues;
  }

  /** Speed, MTU and cable of a port. */
  protected abstract SwitchPortLink line(String port);

  /** Where a lossless class of a port is counted; none where the configuration does not tell. */
  protected Optional<PriorityGroup> group(String port, int priority) {
    return Optional.empty();
  }

  /** None where it does not spell them out. */
  protected Optional<SwitchBuffers> buffers() {
    return Optional.empty();
  }

  /** All of it; none where nothing looks like this language. */
  public final Optional<SwitchQos> read() {
    return isPresent() ? Optional.of(qos()) : Optional.empty();
  }

  private SwitchQos qos() {
    List<SwitchPort> set = compared(ports().stream().map(this::port).toList());
    Map<String, SwitchPort> all = new LinkedHashMap<>();
    set.forEach(port -> all.putIfAbsent(port.name(), port));
    others().forEach(name -> all.computeIfAbsent(name, this::other));
    SwitchPorts ports = new SwitchPorts(set, all, port(""), names());
    QueueMarking marking =
        new QueueMarking(isMarkingKnown(), curves(), losslessCurves(set), listedQueues());
    return new SwitchQos(
        name(),
        vendorTerms(),
        ports,
        marking,
        isWatchdogKnown(),
        watchdogFault(),
        buffers(),
        references());
  }

  /** Ports that treat a class as others do that pause it, and do not pause it themselves. */
  private List<SwitchPort> compared(List<SwitchPort> ports) {
    SortedMap<Integer, SwitchPort> pausing = new TreeMap<>();
    for (SwitchPort port : ports) {
      port.lossless().orElse(new TreeSet<>()).forEach(each -> pausing.putIfAbsent(each, port));
    }
    return ports.stream().map(port -> compared(port, pausing)).toList();
  }

  private SwitchPort compared(SwitchPort port, SortedMap<Integer, SwitchPort> pausing) {
    return port.pfcFault().isPresent()
        ? port
        : pausing.entrySet().stream()
            .flatMap(each ->
                PfcFault.ofUnpaused(port, each.getKey(), each.getValue(), isPfcOffUntilSet())
                    .stream())
            .findFirst()
            .map(port::withPfcFault)
            .orElse(port);
  }

  private SwitchPort port(String port) {
    ReportedValue<SortedSet<Integer>> lossless = paused(port);
    SortedSet<Integer> paused = lossless.orElse(new TreeSet<>());
    SortedSet<Integer> queues = new TreeSet<>(queues(port));
    queues.addAll(paused);
    Map<Integer, WredCurve> curves = new LinkedHashMap<>();
    Map<Integer, ReportedValue<Boolean>> strict = new LinkedHashMap<>();
    for (int queue : queues) {
      curve(port, queue).ifPresent(curve -> curves.put(queue, curve));
      putIfReported(strict, queue, strict(port, queue));
    }
    Map<Integer, PriorityGroup> groups = new LinkedHashMap<>();
    paused.forEach(each -> group(port, each).ifPresent(group -> groups.put(each, group)));
    return new SwitchPort(
        port,
        lossless,
        watchdogPriorities(port),
        classes(port),
        curves,
        strict,
        groups,
        classQueues(port, paused),
        pfcFault(port),
        line(port));
  }

  private ClassQueues classQueues(String port, SortedSet<Integer> classes) {
    Map<Integer, ReportedValue<Long>> traffic = new LinkedHashMap<>();
    Map<Integer, ReportedValue<Long>> paused = new LinkedHashMap<>();
    Map<Integer, ReportedValue<Long>> limits = new LinkedHashMap<>();
    for (int each : classes) {
      putIfReported(traffic, each, queue(port, each));
      putIfReported(paused, each, pausedQueue(port, each));
      putIfReported(limits, each, limit(port, each));
    }
    return new ClassQueues(traffic, paused, limits);
  }

  private static <T> void putIfReported(
      Map<Integer, ReportedValue<T>> values, int key, ReportedValue<T> value) {
    if (value.isReported()) {
      values.put(key, value);
    }
  }

  /** A port without queues of its own: nobody asks how it marks. */
  private SwitchPort other(String port) {
    return new SwitchPort(
        port,
        paused(port),
        watchdogPriorities(port),
        classes(port),
        Map.of(),
        Map.of(),
        Map.of(),
        new ClassQueues(Map.of(), Map.of(), Map.of()),
        Optional.empty(),
        line(port));
  }
}
