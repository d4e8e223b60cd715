package dev.headroom.audit.switches;

import dev.headroom.formats.setting.KnobValue;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.ValueType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Knobs of a switch from those of its ports. Where ports differ, the switch has the value of most
 * of them. Values that differ by port speed alone are written by rate, if the knob can have that.
 *
 * @param common the values of most ports
 * @param notes differences that the simulator cannot have, a sentence each
 */
record PortAgreement(SortedMap<String, KnobValue> common, List<String> notes) {
  /** Knobs that can differ from port to port in the simulator. */
  static final Set<String> OF_PORTS =
      Knobs.ofPorts().stream().map(Knob::name).collect(Collectors.toUnmodifiableSet());

  private static final Set<ValueType<?>> BY_RATE =
      Set.of(ValueType.SIZE_PER_RATE, ValueType.NUMBER_PER_RATE);

  private static final int SHOWN_PORTS = 4;

  static PortAgreement of(Map<String, SortedMap<String, KnobValue>> ports, SwitchQos qos) {
    SortedMap<String, KnobValue> common = new TreeMap<>();
    List<String> notes = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    ports.values().forEach(knobs -> names.addAll(knobs.keySet()));
    for (String name : names) {
      Map<String, List<String>> byValue = new LinkedHashMap<>();
      ports.forEach((port, knobs) -> {
        KnobValue value = knobs.get(name);
        if (value != null) {
          byValue.computeIfAbsent(value.value(), _ -> new ArrayList<>()).add(port);
        }
      });
      KnobValue usual = usual(name, byValue, ports);
      Map<Long, Set<String>> bySpeed = bySpeed(name, ports, qos);
      boolean byRate =
          byValue.size() > 1
              && Knobs.named(name).filter(knob -> BY_RATE.contains(knob.type())).isPresent()
              && bySpeed.values().stream().allMatch(values -> values.size() == 1);
      common.put(name, byRate ? withValue(usual, perRate(bySpeed)) : usual);
      if (byValue.size() > 1 && !byRate && !OF_PORTS.contains(name) && !isOfLink(name)) {
        notes.add(difference(name, usual, byValue));
      }
    }
    return new PortAgreement(common, notes);
  }

  private static KnobValue usual(
      String name,
      Map<String, List<String>> byValue,
      Map<String, SortedMap<String, KnobValue>> ports) {
    return ports.values().stream()
        .flatMap(knobs -> Stream.ofNullable(knobs.get(name)))
        .max(
            Comparator.comparingInt(value -> byValue.getOrDefault(value.value(), List.of()).size()))
        .orElseThrow();
  }

  /** Values of ports by their speed, in Mb/s; empty if a port does not say its speed. */
  private static Map<Long, Set<String>> bySpeed(
      String name, Map<String, SortedMap<String, KnobValue>> ports, SwitchQos qos) {
    Map<Long, Set<String>> bySpeed = new TreeMap<>();
    ports.forEach((port, knobs) -> {
      KnobValue value = knobs.get(name);
      long speed = qos.port(port).line().speed().orElse(0L);
      if (value != null) {
        Set<String> values = bySpeed.computeIfAbsent(speed, _ -> new LinkedHashSet<>());
        values.add(value.value());
        // Two values at an unknown speed are no function of the speed.
        if (speed == 0) {
          values.add("");
        }
      }
    });
    return bySpeed;
  }

  private static String perRate(Map<Long, Set<String>> bySpeed) {
    return bySpeed.entrySet().stream()
        .map(each -> each.getKey() / 1000 + "Gbps: " + each.getValue().iterator().next())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static KnobValue withValue(KnobValue knob, String value) {
    return new KnobValue(knob.knob(), value, knob.setting() + ", by port speed", knob.evidence());
  }

  private static String difference(
      String name, KnobValue usual, Map<String, List<String>> byValue) {
    String others =
        byValue.entrySet().stream()
            .filter(each -> !each.getKey().equals(usual.value()))
            .map(each -> each.getKey() + " at " + shown(each.getValue()))
            .collect(Collectors.joining(", "));
    return "%s differs between ports: %s at most of them, and %s; the simulator has one value for a switch"
        .formatted(name, usual.value(), others);
  }

  private static boolean isOfLink(String knob) {
    return knob.startsWith("fabric.links.");
  }

  private static String shown(List<String> ports) {
    return ports.size() <= SHOWN_PORTS
        ? String.join(", ", ports)
        : String.join(", ", ports.subList(0, SHOWN_PORTS))
            + " and "
            + (ports.size() - SHOWN_PORTS)
            + " more";
  }
}
