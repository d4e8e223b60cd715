package dev.headroom.formats.switches.junos;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.PERCENT;

import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
import dev.headroom.formats.switches.PortSettings;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Settings of Junos that the simulator has knobs for. Fill levels are percent of a buffer whose
 * size the configuration does not say, so that Kmin and Kmax have no knob.
 */
final class JunosSettings {
  private static final String JUNOS = "Juniper Junos";
  private static final String PROFILE = "class-of-service drop-profiles {profile} interpolate";
  private static final String NO_SIZE =
      "a fill level is a share of the queue's buffer, whose size is not in the configuration";

  private static final DeviceSetting PMAX =
      new SettingSite(JUNOS, "drop-probability", PROFILE, "drop-probability {value}")
          .sets("congestion.pmax", whole(PERCENT, 1, 100));

  private static final DeviceSetting MTU =
      new SettingSite(JUNOS, "mtu", "interfaces {port}", "mtu {value}")
          .sets("fabric.switches.mtu", whole(BYTES, 576, 9216));

  /** Its action is drop unless another statement says so. */
  private static final DeviceSetting WATCHDOG =
      new SettingSite(
              JUNOS,
              "pfc-watchdog",
              "class-of-service congestion-notification-profile {profile}",
              "{value}")
          .sets("pfc.watchdog.action", words("pfc-watchdog", "drop"));

  /** All rows. */
  static final List<DeviceSetting> TABLE =
      List.of(
          PMAX,
          MTU,
          WATCHDOG,
          new SettingSite(JUNOS, "fill-level", PROFILE, "fill-level {value}")
              .hasNoKnob(whole(PERCENT, 0, 100), "", NO_SIZE),
          new SettingSite(
                  JUNOS,
                  "pfc-priority",
                  "class-of-service forwarding-classes",
                  "class {class} queue-num {queue} no-loss pfc-priority {value}")
              .sets("pfc.classes", whole(COUNT, 0, 7)));

  /** Rows that a writer fills holes with. */
  static final List<ValueHole> HOLES =
      List.of(
          new ValueHole("pmax", PMAX),
          new ValueHole("mtu", MTU),
          new ValueHole("watchdog", WATCHDOG));

  private JunosSettings() {}

  static SwitchSettings read(SwitchQos qos) {
    return SwitchSettings.of(List.of(), qos, JunosSettings::port);
  }

  private static PortSettings port(SwitchPort port) {
    Map<Integer, List<SettingValue>> ofClass = new LinkedHashMap<>();
    for (int each : port.lossless().orElse(new TreeSet<>())) {
      port.curve(each)
          .flatMap(curve ->
              curve
                  .most()
                  .findEvidence()
                  .map(said ->
                      SettingValue.of(
                          PMAX, String.valueOf(Math.round(curve.most().get() * 100)), said)))
          .ifPresent(value -> ofClass.put(each, List.of(value)));
    }
    List<SettingValue> values =
        port
            .watchdogPriorities()
            .findEvidence()
            .filter(_ -> port.watchdogPriorities().matches(watched -> !watched.isEmpty()))
            .map(said -> SettingValue.of(WATCHDOG, WATCHDOG.name(), said))
            .stream()
            .toList();
    return new PortSettings(values, ofClass, Collections.emptySortedMap());
  }
}
