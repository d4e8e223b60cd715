package dev.headroom.formats.switches;

import dev.headroom.formats.setting.SettingValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Settings of a switch that correspond to knobs of the simulator.
 *
 * @param values of the switch as a whole
 * @param ports of its ports, by name
 */
public record SwitchSettings(List<SettingValue> values, Map<String, PortSettings> ports) {
  /** Of a switch whose language has no table of settings. */
  public static final SwitchSettings NONE = new SwitchSettings(List.of(), Map.of());

  /** Keeps copies. */
  public SwitchSettings {
    values = List.copyOf(values);
    ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
  }

  /** Those of the switch, and those that a function finds for each port. */
  public static SwitchSettings of(
      List<SettingValue> values, SwitchQos qos, Function<SwitchPort, PortSettings> ofPort) {
    return new SwitchSettings(
        values,
        qos.ports().set().stream()
            .collect(
                Collectors.toMap(
                    SwitchPort::name, ofPort, (first, _) -> first, LinkedHashMap::new)));
  }

  public PortSettings port(String name) {
    return ports.getOrDefault(name, PortSettings.NONE);
  }
}
