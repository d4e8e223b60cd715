package dev.headroom.audit.cluster;

import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Settings that switches should have: those of most switches of their role, and by port speed where
 * a knob can have that. Roles are switches with hosts and switches without.
 */
final class SwitchAgreement {
  /** What the chip and the cables are, and not what somebody set. */
  private static final Set<String> HARDWARE =
      Set.of("fabric.switches.buffer", "fabric.links.cable");

  private static final Set<ValueType<?>> BY_RATE =
      Set.of(ValueType.SIZE_PER_RATE, ValueType.NUMBER_PER_RATE);

  static final String DSCP_MAP = "fabric.switches.dscpMap";
  private static final String CLASSES = "pfc.classes";
  private static final String PFC = "pfc.enabled";
  private static final String ECN = "congestion.ecn";
  private static final String NONE = "none";
  private static final String WATCHDOG = "pfc.watchdog.";

  /** Times of SONiC's {@code pfcwd start} (sonic-utilities), with the shortest poll. */
  private static final Map<String, String> USUAL_WATCHDOG =
      Map.of(
          "action", "drop",
          "detectionTime", "200ms",
          "restorationTime", "400ms",
          "pollInterval", "100ms");

  private final Map<String, SimulatedSwitch> switches;
  private final Map<String, SwitchQos> configurations;
  private final Set<String> leaves;
  private final Map<String, SortedMap<String, String>> agreed = new LinkedHashMap<>();
  private final List<Deviation> deviations = new ArrayList<>();
  private final List<String> undecided = new ArrayList<>();

  /**
   * Of switches by the names of the scenario.
   *
   * @param configurations of the same switches
   * @param leaves names of those with hosts
   * @param rdma the class of RDMA's packets, where devices say it
   */
  SwitchAgreement(
      Map<String, SimulatedSwitch> switches,
      Map<String, SwitchQos> configurations,
      Set<String> leaves,
      Optional<RdmaClass> rdma) {
    this.switches = switches;
    this.configurations = configurations;
    this.leaves = leaves;
    switches.keySet().forEach(name -> agreed.put(name, new TreeMap<>()));
    Set<String> knobs = new TreeSet<>();
    switches.values().forEach(each -> knobs.addAll(each.knobs().keySet()));
    knobs.forEach(this::agree);
    rdma.ifPresent(of -> switches.keySet().forEach(name -> pause(name, of)));
    rdma.ifPresent(of -> switches.keySet().forEach(name -> sort(name, of)));
    switches.keySet().forEach(this::watch);
  }

  /** A switch without PFC gets it on the class that others pause for RDMA. */
  private void pause(String name, RdmaClass of) {
    SortedMap<String, String> own = agreed.getOrDefault(name, new TreeMap<>());
    if ("false".equals(own.get(PFC)) && !of.voters().isEmpty()) {
      String classes = "[" + of.number() + "]";
      own.remove(PFC);
      own.put(CLASSES, classes);
      deviations.add(
          new Deviation(List.of(name), CLASSES, NONE, classes, of.voters().size(), of.reason()));
    }
  }

  /** A lossless class without a watchdog gets one, where the configuration says that it is off. */
  private void watch(String name) {
    SortedMap<String, String> own = agreed.getOrDefault(name, new TreeMap<>());
    SwitchQos qos = configurations.get(name);
    if (qos != null
        && own.containsKey(CLASSES)
        && !own.containsKey(WATCHDOG + "action")
        && qos.ports().set().stream()
            .anyMatch(port -> isUnwatched(port, own.getOrDefault(CLASSES, ""), qos))) {
      USUAL_WATCHDOG.forEach((knob, value) -> own.putIfAbsent(WATCHDOG + knob, value));
      deviations.add(
          new Deviation(
              List.of(name),
              WATCHDOG + "action",
              NONE,
              "drop",
              0,
              "without it a pause storm stops a lossless queue for good"));
    }
  }

  private static boolean isUnwatched(SwitchPort port, String classes, SwitchQos qos) {
    Set<Integer> paused = RdmaClass.classes(classes);
    return !paused.isEmpty()
        && (port.watchdogPriorities().isReported()
            ? port.watchdogPriorities().matches(watched -> !watched.containsAll(paused))
            : qos.isWatchdogKnown());
  }

  /** A switch that pauses RDMA's class gets RDMA's packets into it. */
  private void sort(String name, RdmaClass of) {
    SortedMap<String, String> own = agreed.getOrDefault(name, new TreeMap<>());
    String map = own.get(DSCP_MAP);
    if (map != null
        && !of.isIn(map)
        && RdmaClass.classes(own.getOrDefault(CLASSES, "")).contains(of.number())) {
      own.put(DSCP_MAP, of.into(map));
      deviations.add(
          new Deviation(
              List.of(name), DSCP_MAP, map, of.into(map), of.voters().size(), of.reason()));
    }
  }

  /** Knobs of each switch, by its name. */
  Map<String, SortedMap<String, String>> agreed() {
    return agreed;
  }

  /** Knobs that all switches agree on. */
  SortedMap<String, String> common() {
    SortedMap<String, String> common = new TreeMap<>();
    agreed.values().stream()
        .findFirst()
        .ifPresent(first ->
            first.forEach((knob, value) -> {
              if (agreed.values().stream().allMatch(each -> value.equals(each.get(knob)))) {
                common.put(knob, value);
              }
            }));
    return common;
  }

  List<Deviation> deviations() {
    return deviations;
  }

  List<String> undecided() {
    return undecided;
  }

  private void agree(String knob) {
    if (HARDWARE.contains(knob)) {
      switches.forEach((name, each) -> put(name, knob, written(each, knob)));
      return;
    }
    Map<String, String> found = new LinkedHashMap<>();
    Map<String, String> wanted = new LinkedHashMap<>();
    switches.forEach((name, each) -> {
      if (counts(each, knob)) {
        found.put(name, found(each, knob));
      }
    });
    switches.forEach((name, each) -> {
      Optional<String> usual = usual(name, knob, found);
      usual.ifPresent(value -> wanted.put(name, value));
      put(
          name,
          knob,
          usual
              .or(() -> written(each, knob))
              .filter(value -> !value.equals(NONE) && !isDefault(knob, value)));
    });
    report(knob, found, wanted);
  }

  private void put(String name, String knob, Optional<String> value) {
    value.ifPresent(text -> agreed.computeIfAbsent(name, _ -> new TreeMap<>()).put(knob, text));
  }

  /** A switch that does not mark says nothing of thresholds. */
  private static boolean counts(SimulatedSwitch each, String knob) {
    return !ClusterKnobs.MARKS.contains(knob) || !each.knobs().containsKey(ECN);
  }

  private static boolean isDefault(String knob, String value) {
    return knob.equals(ECN) && value.equals("true");
  }

  private static Optional<String> written(SimulatedSwitch each, String knob) {
    return Optional.ofNullable(each.knobs().get(knob)).map(KnobValue::value);
  }

  /** The value of a switch, by port speed if its ports differ so. */
  private static String found(SimulatedSwitch each, String knob) {
    return written(each, knob).orElse(knob.equals(ECN) ? "true" : NONE);
  }

  private Optional<String> usual(String name, String knob, Map<String, String> found) {
    if (isByRate(knob)) {
      return byRate(name, knob);
    }
    return majority(names(name).stream().filter(found::containsKey).map(found::get).toList())
        .or(() -> majority(List.copyOf(found.values())));
  }

  private static boolean isByRate(String knob) {
    return Knobs.named(knob).filter((Knob<?> each) -> BY_RATE.contains(each.type())).isPresent();
  }

  /** Switches of the same role. */
  private List<String> names(String name) {
    return switches.keySet().stream()
        .filter(each -> leaves.contains(each) == leaves.contains(name))
        .toList();
  }

  /** The usual value for each speed of the switch's ports; empty where one has none. */
  private Optional<String> byRate(String name, String knob) {
    SortedMap<Long, String> values = new TreeMap<>();
    for (long speed : speeds(name)) {
      Optional<String> value =
          majority(atSpeed(names(name), knob, speed))
              .or(() -> majority(atSpeed(switches.keySet(), knob, speed)));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.put(speed, value.get());
    }
    Set<String> different = new LinkedHashSet<>(values.values());
    if (different.size() <= 1) {
      return different.stream().findFirst();
    }
    return different.contains(NONE)
        ? Optional.empty()
        : Optional.of(
            values.entrySet().stream()
                .map(each -> each.getKey() / 1000 + "Gbps: " + each.getValue())
                .collect(Collectors.joining(", ", "{", "}")));
  }

  private Set<Long> speeds(String name) {
    Set<Long> speeds = new TreeSet<>();
    SimulatedSwitch each = switches.get(name);
    if (each != null) {
      each.ports().keySet().forEach(port -> speeds.add(speed(name, port)));
    }
    return speeds;
  }

  private long speed(String name, String port) {
    SwitchQos qos = configurations.get(name);
    return qos == null ? 0 : qos.port(port).line().speed().orElse(0L);
  }

  /** The value that most ports of this speed have, once for each switch with such ports. */
  private List<String> atSpeed(Iterable<String> names, String knob, long speed) {
    List<String> values = new ArrayList<>();
    for (String name : names) {
      SimulatedSwitch each = switches.get(name);
      if (each != null && counts(each, knob)) {
        List<String> own =
            each.ports().entrySet().stream()
                .filter(port -> speed(name, port.getKey()) == speed)
                .map(port -> Optional.ofNullable(port.getValue().get(knob)))
                .map(value -> value.map(KnobValue::value).orElse(NONE))
                .toList();
        majority(own).ifPresent(values::add);
      }
    }
    return values;
  }

  /** The value of more than half; empty if there is none. */
  static Optional<String> majority(List<String> values) {
    return values.stream()
        .collect(Collectors.groupingBy(each -> each, LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(each -> 2 * each.getValue() > values.size())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private void report(String knob, Map<String, String> found, Map<String, String> wanted) {
    Map<List<String>, List<String>> changed = new LinkedHashMap<>();
    found.forEach((name, value) -> {
      String usual = wanted.get(name);
      if (usual != null && !usual.equals(value)) {
        changed.computeIfAbsent(List.of(value, usual), _ -> new ArrayList<>()).add(name);
      }
    });
    changed.forEach((values, names) -> {
      int others =
          (int)
              found.entrySet().stream()
                  .filter(each -> each.getValue().equals(values.getLast()))
                  .filter(each -> values.getLast().equals(wanted.get(each.getKey())))
                  .count();
      deviations.add(new Deviation(names, knob, values.getFirst(), values.getLast(), others));
    });
    Set<String> open = new TreeSet<>(found.values());
    if (open.size() > 1 && !wanted.keySet().containsAll(found.keySet())) {
      undecided.add(
          "%s has no value that most switches have: %s"
              .formatted(
                  knob,
                  found.entrySet().stream()
                      .map(each -> each.getKey() + " " + each.getValue())
                      .collect(Collectors.joining(", "))));
    }
  }
}
