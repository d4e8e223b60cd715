package dev.headroom.formats.switches.write;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Wanted knobs of a switch, as scenarios write them.
 *
 * @param device its name
 * @param knobs of all ports, by name
 * @param ofPorts knobs of single ports that count before those of all, by port
 * @param ports names of its ports where no configuration says them
 */
public record WantedSwitch(
    String device,
    SortedMap<String, String> knobs,
    Map<String, SortedMap<String, String>> ofPorts,
    List<String> ports) {

  /** Keeps copies. */
  public WantedSwitch {
    knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
    ofPorts = Collections.unmodifiableMap(new HashMap<>(ofPorts));
    ports = List.copyOf(ports);
  }

  /** The same knobs for all ports. */
  public static WantedSwitch of(String device, Map<String, String> knobs, List<String> ports) {
    return new WantedSwitch(device, new TreeMap<>(knobs), Map.of(), ports);
  }

  /** The same with a value for a knob that has none. */
  WantedSwitch with(String knob, String value) {
    SortedMap<String, String> more = new TreeMap<>(knobs);
    more.putIfAbsent(knob, value);
    return new WantedSwitch(device, more, ofPorts, ports);
  }

  /** The same with another value for a knob. */
  WantedSwitch replacing(String knob, String value) {
    SortedMap<String, String> other = new TreeMap<>(knobs);
    other.put(knob, value);
    return new WantedSwitch(device, other, ofPorts, ports);
  }

  /** The value of a knob at a port; empty if it may stay as it is. */
  public Optional<String> at(String port, String knob) {
    return Optional.ofNullable(ofPorts.getOrDefault(port, knobs).get(knob))
        .or(() -> Optional.ofNullable(knobs.get(knob)));
  }
}
