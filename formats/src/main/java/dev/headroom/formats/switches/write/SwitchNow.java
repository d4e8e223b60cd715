package dev.headroom.formats.switches.write;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingValue;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Present settings of a switch, as its configuration says them; nothing where there is none.
 *
 * @param qos by port
 * @param settings by port and class, with the knob of each
 */
record SwitchNow(Optional<SwitchQos> qos, SwitchSettings settings) {
  static SwitchNow of(Optional<HostFacts> host) {
    Optional<SwitchQos> qos = host.flatMap(SwitchVendors::qos);
    return new SwitchNow(
        qos,
        qos.isPresent() ? host.map(SwitchVendors::settings).orElseThrow() : SwitchSettings.NONE);
  }

  List<String> ports(List<String> otherwise) {
    List<String> set =
        qos.stream().flatMap(all -> all.ports().set().stream()).map(SwitchPort::name).toList();
    return set.isEmpty() ? otherwise : set;
  }

  Optional<SwitchPort> port(String name) {
    return qos.map(all -> all.port(name));
  }

  SortedSet<Integer> lossless(String port) {
    return port(port).map(each -> each.lossless().orElse(new TreeSet<>())).orElseGet(TreeSet::new);
  }

  int queue(String port, int trafficClass) {
    return port(port).map(each -> each.queues().of(trafficClass)).orElse(trafficClass);
  }

  Optional<Integer> classOf(String port, int dscp) {
    return port(port).flatMap(each -> each.classes().of(dscp).optional()).map(Math::toIntExact);
  }

  boolean isStrict(String port, int queue) {
    return port(port).map(each -> each.isStrict(queue).equalTo(true)).orElse(false)
        || weight(port, queue).equals(Optional.of("strict"));
  }

  /** The share of a queue, as the scheduling knob has it. */
  Optional<String> weight(String port, int queue) {
    return Optional.ofNullable(settings.port(port).weights().get(queue))
        .flatMap(SettingValue::knobValue);
  }

  boolean hasClass(String port, int trafficClass) {
    return settings.port(port).ofClass().containsKey(trafficClass);
  }

  /** Any lossless class of a port; -1 if it has none. */
  int any(String port) {
    return settings.port(port).ofClass().keySet().stream().findFirst().orElse(-1);
  }

  private Optional<SettingValue> value(String port, int trafficClass, String knob) {
    return Stream.concat(settings.values().stream(), settings.port(port).of(trafficClass).stream())
        .filter(value -> value.setting().knob().equals(knob))
        .reduce((_, last) -> last);
  }

  /** The device's present text of a setting for a class of a port. */
  Optional<String> written(String port, int trafficClass, DeviceSetting setting) {
    return value(port, trafficClass, setting.knob())
        .filter(value -> value.setting().equals(setting))
        .map(SettingValue::written);
  }

  /** The knob's present value for a class of a port. */
  Optional<String> knob(String port, int trafficClass, String knob) {
    return value(port, trafficClass, knob)
        .flatMap(SettingValue::knobValue)
        .or(() -> knob.equals("fabric.switches.mtu") ? mtu(port) : Optional.empty());
  }

  private Optional<String> mtu(String port) {
    return port(port).flatMap(each -> each.line().mtu().optional()).map(bytes -> bytes + "B");
  }
}
