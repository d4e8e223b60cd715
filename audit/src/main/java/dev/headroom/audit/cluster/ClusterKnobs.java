package dev.headroom.audit.cluster;

import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.model.knob.ClassMap;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Values that the nodes of a cluster have in common, or that the simulator has once for all. */
final class ClusterKnobs {
  static final String DSCP_MAP = "fabric.switches.dscpMap";
  static final String CNP_CLASS = "transport.cnpClass";
  static final String TRAFFIC_CLASS = "transport.class";
  static final Set<String> MARKS = Set.of("congestion.kmin", "congestion.kmax", "congestion.pmax");
  private static final String CLASSES = "pfc.classes";
  private static final int USUAL_CLASS = 3;

  private final Map<String, NicModel> nics;
  private final Map<String, NicTuning> tunings;
  private final Map<String, SimulatedSwitch> switches;
  private final NicAgreement agreement;

  /** The class and the DSCP of RDMA's packets, where they are assumed. */
  private final SortedMap<String, String> data = new TreeMap<>();

  ClusterKnobs(ClusterNodes nodes) {
    nics = nodes.nics();
    tunings = nodes.tunings();
    switches = nodes.switches();
    agreement = NicAgreement.of(tunings);
  }

  NicAgreement agreement() {
    return agreement;
  }

  /** Knobs whose value is assumed. */
  Set<String> assumed() {
    return Set.copyOf(data.keySet());
  }

  /** The class that a switch puts a DSCP into. */
  static int classOf(SimulatedSwitch at, int dscp) {
    KnobValue map = at.knobs().get(DSCP_MAP);
    return map == null ? dscp / 8 : ClassMap.ofDscps(map.value().replace("\"", "")).get(dscp);
  }

  /** Knobs that all NICs have in common, and those that there is one of. */
  SortedMap<String, String> common() {
    SortedMap<String, String> common = new TreeMap<>();
    agreement.knobs().forEach((knob, value) -> common.put(knob, value.value()));
    NicModel first = nics.values().iterator().next();
    first.settings().keySet().stream()
        .filter(key -> !key.equals(NicModel.RATE))
        .filter(key -> isOfAll(key))
        .forEach(key ->
            usual(
                    nics.values().stream()
                        .map(each -> Optional.ofNullable(each.settings().get(key)))
                        .toList())
                .ifPresent(value -> common.put(key, value)));
    switchKnobs()
        .forEach(knob ->
            usual(
                    switches.values().stream()
                        .map(each ->
                            Optional.ofNullable(each.knobs().get(knob)).map(KnobValue::value))
                        .toList())
                .ifPresent(value -> common.put(knob, value)));
    nics.values().stream()
        .flatMap(each -> Optional.ofNullable(each.settings().get(NicModel.MTU)).stream())
        .mapToInt(Integer::parseInt)
        .min()
        .ifPresent(mtu -> common.put(NicModel.MTU, String.valueOf(mtu)));
    lossless().ifPresent(classes -> common.put(CLASSES, classes));
    common.putAll(data);
    return common;
  }

  /** Whether all NICs say a setting, or the simulator has one value of it for all of them. */
  private boolean isOfAll(String key) {
    return key.startsWith("transport.")
        || nics.values().stream().allMatch(each -> each.settings().containsKey(key));
  }

  /** Whether no host has such a knob. */
  static boolean isOfSwitches(String knob) {
    return knob.startsWith("fabric.switches.") || MARKS.contains(knob);
  }

  /** Knobs of switches alone, which all of these switches say. */
  private Set<String> switchKnobs() {
    Set<String> knobs = new TreeSet<>();
    switches.values().forEach(each -> knobs.addAll(each.knobs().keySet()));
    knobs.removeIf(knob -> !isOfSwitches(knob));
    knobs.removeIf(
        knob -> switches.values().stream().anyMatch(each -> !each.knobs().containsKey(knob)));
    return knobs;
  }

  /** The value of most; empty if one has none, or no value has a majority. */
  private static Optional<String> usual(List<Optional<String>> values) {
    Map<String, Integer> count = new LinkedHashMap<>();
    values.forEach(each -> each.ifPresent(value -> count.merge(value, 1, Integer::sum)));
    return count.entrySet().stream()
        .filter(each -> 2 * each.getValue() > values.size())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Of the first switch that says it, else of the first NIC. */
  private Optional<String> lossless() {
    return switches.values().stream()
        .flatMap(each -> each.lossless().stream())
        .findFirst()
        .or(() ->
            tunings.values().stream()
                .flatMap(each -> Optional.ofNullable(each.knobs().get(CLASSES)).stream())
                .findFirst())
        .map(KnobValue::value);
  }

  /**
   * Where hosts do not say their class and class 3 is not lossless, RDMA is in the lossless class:
   * with a DSCP that the switch puts there, and with the map of the switch at the hosts.
   */
  void assumeClass(ModelNotes notes) {
    List<Integer> lossless =
        lossless().map(text -> Arrays.stream(text.replaceAll("[\\[\\]]", "").split(","))).stream()
            .flatMap(each -> each.map(Integer::valueOf))
            .toList();
    boolean isKnown =
        agreement.knobs().containsKey(TRAFFIC_CLASS)
            || nics.values().stream().anyMatch(nic -> nic.settings().containsKey(NicModel.DSCP));
    if (lossless.isEmpty() || lossless.contains(USUAL_CLASS) || isKnown) {
      return;
    }
    int priority = lossless.getFirst();
    data.put(TRAFFIC_CLASS, String.valueOf(priority));
    Optional<SimulatedSwitch> mapping =
        switches.values().stream().filter(each -> each.knobs().containsKey(DSCP_MAP)).findFirst();
    OptionalInt dscp =
        mapping.stream()
            .flatMapToInt(each ->
                IntStream.concat(IntStream.of(InterfaceQos.USUAL_DSCP), IntStream.range(0, 64))
                    .filter(candidate -> classOf(each, candidate) == priority))
            .findFirst();
    if (dscp.isPresent()) {
      data.put(NicModel.DSCP, String.valueOf(dscp.getAsInt()));
      boolean isMapped =
          nics.values().stream().anyMatch(nic -> nic.settings().containsKey(NicModel.DSCP_MAP));
      mapping
          .filter(_ -> !isMapped)
          .map(each -> each.knobs().get(DSCP_MAP))
          .ifPresent(map -> data.put(NicModel.DSCP_MAP, map.value()));
    }
    notes.assume(
        "no input shows the class of RDMA: class %d, the lossless class of the switches%s"
            .formatted(
                priority,
                dscp.isPresent()
                    ? ", with DSCP " + dscp.getAsInt() + " and the switch's DSCP map at the hosts"
                    : ""));
  }
}
