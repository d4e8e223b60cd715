package dev.headroom.formats.nic;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Settings of a NIC that the simulator has knobs for, from its driver's files and its tools. Files
 * of the running driver count before the firmware's stored configuration.
 */
public final class NicSettings {
  private NicSettings() {}

  /** The tables of all drivers and tools. */
  public static List<DeviceSetting> tables() {
    List<DeviceSetting> all = new ArrayList<>(Mlx5Settings.table());
    all.addAll(AccelerationSettings.TABLE);
    all.addAll(IrdmaSettings.TABLE);
    all.addAll(BnxtSettings.TABLE);
    all.addAll(AmdSettings.TABLE);
    all.addAll(HostSettings.TABLE);
    return List.copyOf(all);
  }

  /** The values of all interfaces, one for each row, also where another one counts before it. */
  static List<SettingValue> allOf(HostFacts host, NicIdentity nic) {
    List<SettingValue> all = new ArrayList<>(Mlx5Settings.allOf(host, nic));
    all.addAll(IrdmaSettings.of(host, nic));
    all.addAll(BnxtSettings.of(host, nic));
    all.addAll(AmdSettings.of(host, nic));
    all.addAll(HostSettings.of(host));
    all.addAll(HostSettings.ofEthtool(host, nic));
    return all;
  }

  /** The line that shows a setting's present value; empty if no input does. */
  public static Optional<Evidence> evidence(HostFacts host, NicIdentity nic, String setting) {
    return allOf(host, nic).stream()
        .filter(value -> value.setting().name().equals(setting))
        .map(SettingValue::evidence)
        .findFirst();
  }

  /** The values in force; of several sources of one knob the first. */
  public static List<SettingValue> of(HostFacts host, NicIdentity nic) {
    List<SettingValue> all = new ArrayList<>(Mlx5Settings.of(host, nic));
    all.addAll(AccelerationSettings.of(host, nic));
    all.addAll(IrdmaSettings.of(host, nic));
    all.addAll(BnxtSettings.of(host, nic));
    all.addAll(AmdSettings.of(host, nic));
    Set<String> known = new HashSet<>();
    List<SettingValue> first = new ArrayList<>();
    for (SettingValue each : all) {
      String knob = each.setting().hasKnob() ? each.setting().knob() : each.setting().name();
      if (known.add(knob)) {
        first.add(each);
      }
    }
    return first;
  }
}
