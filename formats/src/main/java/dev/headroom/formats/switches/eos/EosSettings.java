package dev.headroom.formats.switches.eos;

import static dev.headroom.formats.setting.SettingScale.steps;
import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.wholeUpTo;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.PERCENT;
import static dev.headroom.formats.setting.SettingUnit.SECONDS;

import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.MarkingSettings;
import dev.headroom.formats.switches.PortSettings;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Settings of Arista EOS that the simulator has knobs for. Units and ranges: Arista's AVD, data
 * models of qos_profiles and priority_flow_control.
 */
final class EosSettings {
  private static final String EOS = "Arista EOS";
  private static final String QUEUE = "qos profile {profile} | tx-queue {queue}";
  private static final String TOP = "configuration";
  private static final String TIMER = "priority-flow-control pause watchdog default ";
  private static final double MOST_BYTES = 256e6;

  private static final UnaryOperator<String> CURVE =
      MarkingSettings.holes(
          "random-detect ecn minimum-threshold {kmin} bytes maximum-threshold {kmax} bytes "
              + "max-mark-probability {pmax} weight 0");

  private static final MarkingSettings MARKS =
      new MarkingSettings(
          new SettingSite(EOS, "minimum-threshold", QUEUE, CURVE.apply("kmin"))
              .sets("congestion.kmin", whole(BYTES, 1, MOST_BYTES)),
          new SettingSite(EOS, "maximum-threshold", QUEUE, CURVE.apply("kmax"))
              .sets("congestion.kmax", whole(BYTES, 1, MOST_BYTES)),
          new SettingSite(EOS, "max-mark-probability", QUEUE, CURVE.apply("pmax"))
              .sets("congestion.pmax", whole(PERCENT, 1, 100)));

  private static final DeviceSetting WEIGHT =
      new SettingSite(EOS, "bandwidth percent", QUEUE, "bandwidth percent {value}")
          .sets("fabric.switches.scheduling", whole(COUNT, 1, 100));

  private static final DeviceSetting STRICT =
      new SettingSite(EOS, "priority", QUEUE, "priority {value}")
          .sets("fabric.switches.scheduling", words("strict", "strict"));

  private static final DeviceSetting ACTION =
      new SettingSite(
              EOS, "watchdog action", TOP, "priority-flow-control pause watchdog action {value}")
          .sets("pfc.watchdog.action", words("drop", "drop", "no-drop", "forward"));

  private static final List<DeviceSetting> TIMES =
      List.of(
          time("timeout", "detectionTime", 0.01, 60),
          time("recovery-time", "restorationTime", 0.01, 60),
          time("polling-interval", "pollInterval", 0.005, 30));

  private static final List<DeviceSetting> PARTS =
      List.of(
          new SettingSite(EOS, "qos map dscp", TOP, "qos map dscp {dscp} to traffic-class {value}")
              .sets("fabric.switches.dscpMap", whole(COUNT, 0, 7)),
          new SettingSite(
                  EOS,
                  "qos map traffic-class",
                  TOP,
                  "qos map traffic-class {class} to tx-queue {value}")
              .sets("fabric.switches.queueMap", whole(COUNT, 0, 7)),
          new SettingSite(
                  EOS,
                  "priority-flow-control priority",
                  "qos profile {profile}",
                  "priority-flow-control priority {value} no-drop")
              .sets("pfc.classes", whole(COUNT, 0, 7)),
          // Of a packet without its Ethernet header. 9214 is the usual limit (Arista, Puppet module
          // eos, eos_ipinterface); virtual switches stop at 9194. Other vendors take 9216 for it.
          new SettingSite(EOS, "mtu", "interface {port}", "mtu {value}")
              .sets("fabric.switches.mtu", wholeUpTo(BYTES, 576, 9214)));

  /** All rows. */
  static final List<DeviceSetting> TABLE = table();

  /** Rows that a writer fills holes with. */
  static final List<ValueHole> HOLES =
      List.of(
          new ValueHole("kmin", MARKS.kmin()),
          new ValueHole("kmax", MARKS.kmax()),
          new ValueHole("pmax", MARKS.pmax()),
          new ValueHole("action", ACTION),
          new ValueHole("timeout", TIMES.get(0)),
          new ValueHole("recovery", TIMES.get(1)),
          new ValueHole("poll", TIMES.get(2)),
          new ValueHole("mtu", PARTS.getLast()));

  private final EosConfiguration configuration;
  private final ConfigCommands commands;

  private EosSettings(HostFacts host) {
    configuration = new EosConfiguration(host);
    commands = ConfigCommands.of(host);
  }

  private static DeviceSetting time(String word, String knob, double least, double most) {
    return new SettingSite(EOS, word, TOP, TIMER + word + " {value}")
        .sets("pfc.watchdog." + knob, steps(SECONDS, least, most, 0.001));
  }

  private static List<DeviceSetting> table() {
    List<DeviceSetting> rows =
        new ArrayList<>(List.of(MARKS.kmin(), MARKS.kmax(), MARKS.pmax(), WEIGHT, STRICT, ACTION));
    rows.addAll(TIMES);
    rows.addAll(PARTS);
    return List.copyOf(rows);
  }

  static SwitchSettings read(HostFacts host, SwitchQos qos) {
    EosSettings settings = new EosSettings(host);
    List<SettingValue> ofSwitch = new ArrayList<>();
    for (ConfigCommands.Match each :
        settings.commands.find(TOP, "priority-flow-control pause watchdog .*")) {
      settings.add(ACTION, each, ofSwitch);
      if (each.command().text().startsWith(TIMER)) {
        TIMES.forEach(time -> settings.add(time, each, ofSwitch));
      }
    }
    return SwitchSettings.of(ofSwitch, qos, settings::port);
  }

  private void add(DeviceSetting setting, ConfigCommands.Match from, List<SettingValue> to) {
    setting
        .site()
        .read(from.command().text())
        .ifPresent(text -> to.add(SettingValue.of(setting, text, from.command().evidence())));
  }

  private PortSettings port(SwitchPort port) {
    List<SettingValue> values = new ArrayList<>();
    for (String part : configuration.parts(port.name())) {
      for (ConfigCommands.Match each :
          commands.find(part, "priority-flow-control pause watchdog port timer .*")) {
        TIMES.forEach(time -> add(time, each, values));
      }
    }
    Map<Integer, List<SettingValue>> ofClass = new LinkedHashMap<>();
    for (int each : port.lossless().orElse(new TreeSet<>())) {
      ofClass.put(each, port.curve(each).map(curve -> MARKS.of(curve)).orElse(List.of()));
    }
    return new PortSettings(values, ofClass, weights(port.name()));
  }

  private SortedMap<Integer, SettingValue> weights(String port) {
    SortedMap<Integer, SettingValue> weights = new TreeMap<>();
    for (int queue = 0; queue < 8; queue++) {
      for (String part : configuration.parts(port)) {
        int number = queue;
        commands
            .first(
                part + " \\| (?:uc-)?tx-queue " + queue,
                "bandwidth (?:guaranteed )?percent (\\d{1,3})")
            .ifPresent(match ->
                weights.putIfAbsent(
                    number, SettingValue.of(WEIGHT, match.group(1), match.command().evidence())));
      }
    }
    return weights;
  }
}
