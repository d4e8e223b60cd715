package dev.headroom.formats.switches.nxos;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.KILOBYTES;
import static dev.headroom.formats.setting.SettingUnit.MILLISECONDS;
import static dev.headroom.formats.setting.SettingUnit.PERCENT;

import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingRelation;
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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Settings of Cisco NX-OS that the simulator has knobs for. Units: Nexus 9000 QoS configuration
 * guide, "Configuring WRED", "Configuring Ingress Queuing" and "Configuring Priority Flow Control".
 */
final class NxosSettings {
  private static final String NXOS = "Cisco NX-OS";
  private static final String OUT = "policy-map type queuing {policy} | class type queuing {class}";
  private static final String TOP = "configuration";
  private static final String WATCHDOG = "priority-flow-control watch-dog ";
  private static final double MOST_KILOBYTES = 83_886;
  private static final double MOST_BYTES = 256e6;

  private static final UnaryOperator<String> CURVE =
      MarkingSettings.holes(
          "random-detect minimum-threshold {kmin} kbytes maximum-threshold {kmax} kbytes "
              + "drop-probability {pmax} weight 0 ecn");

  private static final UnaryOperator<String> PAUSE =
      MarkingSettings.holes(
          "pause buffer-size {size} pause-threshold {xoff} resume-threshold {xon}");

  private static final MarkingSettings MARKS =
      new MarkingSettings(
          new SettingSite(NXOS, "minimum-threshold", OUT, CURVE.apply("kmin"))
              .sets("congestion.kmin", whole(KILOBYTES, 1, MOST_KILOBYTES)),
          new SettingSite(NXOS, "maximum-threshold", OUT, CURVE.apply("kmax"))
              .sets("congestion.kmax", whole(KILOBYTES, 1, MOST_KILOBYTES)),
          new SettingSite(NXOS, "drop-probability", OUT, CURVE.apply("pmax"))
              .sets("congestion.pmax", whole(PERCENT, 0, 100)));

  private static final DeviceSetting WEIGHT =
      new SettingSite(
              NXOS, "bandwidth remaining percent", OUT, "bandwidth remaining percent {value}")
          .sets("fabric.switches.scheduling", whole(COUNT, 1, 100));

  private static final DeviceSetting STRICT =
      new SettingSite(NXOS, "priority level", OUT, "priority level {value}")
          .sets("fabric.switches.scheduling", words("1", "strict"));

  private static final DeviceSetting XOFF =
      new SettingSite(NXOS, "pause-threshold", OUT, PAUSE.apply("xoff"))
          .sets("pfc.xoff", whole(BYTES, 0, MOST_BYTES));
  private static final DeviceSetting HEADROOM =
      new SettingSite(NXOS, "buffer-size", OUT, PAUSE.apply("size"))
          .sets("pfc.headroom", whole(BYTES, 0, MOST_BYTES))
          .related(SettingRelation.Kind.MINUS, "pause-threshold");
  private static final DeviceSetting XON =
      new SettingSite(NXOS, "resume-threshold", OUT, PAUSE.apply("xon"))
          .sets("pfc.xonOffset", whole(BYTES, 0, MOST_BYTES))
          .related(SettingRelation.Kind.BELOW, "pause-threshold");

  private static final DeviceSetting POLL =
      new SettingSite(NXOS, "watch-dog interval", TOP, WATCHDOG + "interval {value}")
          .sets("pfc.watchdog.pollInterval", whole(MILLISECONDS, 100, 1000));
  private static final DeviceSetting DETECTION =
      new SettingSite(NXOS, "shutdown-multiplier", TOP, WATCHDOG + "shutdown-multiplier {value}")
          .sets("pfc.watchdog.detectionTime", whole(COUNT, 1, 10))
          .related(SettingRelation.Kind.TIMES, "watch-dog interval");
  private static final DeviceSetting RESTORATION =
      new SettingSite(
              NXOS,
              "auto-restore multiplier",
              TOP,
              "priority-flow-control auto-restore multiplier {value}")
          .sets("pfc.watchdog.restorationTime", whole(COUNT, 1, 100))
          .related(SettingRelation.Kind.TIMES, "watch-dog interval");
  private static final DeviceSetting FIXED =
      new SettingSite(
              NXOS,
              "fixed-restore multiplier",
              TOP,
              "priority-flow-control fixed-restore multiplier {value}")
          .hasNoKnob(
              whole(COUNT, 0, 100), "0", "the simulated watchdog has no fixed restoration time");

  private static final List<DeviceSetting> PARTS =
      List.of(
          new SettingSite(
                  NXOS,
                  "set qos-group",
                  "policy-map type qos {policy} | class {class}",
                  "set qos-group {value}")
              .sets("fabric.switches.dscpMap", whole(COUNT, 0, 7)),
          new SettingSite(
                  NXOS,
                  "pause pfc-cos",
                  "policy-map type network-qos {policy} | class type network-qos {class}",
                  "pause pfc-cos {value}")
              .sets("pfc.classes", whole(COUNT, 0, 7)),
          new SettingSite(NXOS, "mtu", "interface {port}", "mtu {value}")
              .sets("fabric.switches.mtu", whole(BYTES, 1500, 9216)));

  /** All rows. */
  static final List<DeviceSetting> TABLE = table();

  /** Rows that a writer fills holes with. */
  static final List<ValueHole> HOLES =
      List.of(
          new ValueHole("kmin", MARKS.kmin()),
          new ValueHole("kmax", MARKS.kmax()),
          new ValueHole("pmax", MARKS.pmax()),
          new ValueHole("xoff", XOFF),
          new ValueHole("size", HEADROOM),
          new ValueHole("xon", XON),
          new ValueHole("poll", POLL),
          new ValueHole("shutdown", DETECTION),
          new ValueHole("restore", RESTORATION),
          new ValueHole("mtu", PARTS.getLast()));

  /** The interval of a watchdog that sets none: Nexus 9000 QoS configuration guide. */
  private static final double USUAL_INTERVAL_PS = 100e9;

  private final ConfigCommands commands;

  private NxosSettings(HostFacts host) {
    commands = ConfigCommands.of(host);
  }

  private static List<DeviceSetting> table() {
    List<DeviceSetting> rows =
        new ArrayList<>(List.of(MARKS.kmin(), MARKS.kmax(), MARKS.pmax(), WEIGHT, STRICT));
    rows.addAll(List.of(XOFF, HEADROOM, XON, POLL, DETECTION, RESTORATION, FIXED));
    rows.addAll(PARTS);
    return List.copyOf(rows);
  }

  static SwitchSettings read(HostFacts host, SwitchQos qos) {
    NxosSettings settings = new NxosSettings(host);
    List<SettingValue> ofSwitch = new ArrayList<>();
    Optional<SettingValue> poll = settings.value(POLL, TOP, Double.NaN);
    double interval = poll.map(SettingValue::amount).orElse(USUAL_INTERVAL_PS);
    poll.ifPresent(ofSwitch::add);
    settings.value(DETECTION, TOP, interval).ifPresent(ofSwitch::add);
    settings.value(RESTORATION, TOP, interval).ifPresent(ofSwitch::add);
    settings.value(FIXED, TOP, Double.NaN).ifPresent(ofSwitch::add);
    return SwitchSettings.of(ofSwitch, qos, settings::port);
  }

  private Optional<SettingValue> value(DeviceSetting setting, String part, double reference) {
    String form = setting.site().form();
    String before = form.substring(0, form.indexOf("{value}"));
    return commands
        .first(part, Pattern.quote(before) + "(\\S+).*")
        .map(match ->
            new SettingValue(setting, match.group(1), reference, match.command().evidence()));
  }

  private PortSettings port(SwitchPort port) {
    Map<Integer, List<SettingValue>> ofClass = new LinkedHashMap<>();
    for (int each : port.lossless().orElse(new TreeSet<>())) {
      List<SettingValue> own = new ArrayList<>();
      port.curve(each).ifPresent(curve -> own.addAll(MARKS.of(curve)));
      commands
          .first(queue(port.name(), "input", each), "pause buffer-size .*")
          .ifPresent(match -> pause(match, own));
      ofClass.put(each, own);
    }
    SortedMap<Integer, SettingValue> weights = new TreeMap<>();
    for (int queue = 0; queue < 8; queue++) {
      int number = queue;
      commands
          .first(queue(port.name(), "output", queue), "bandwidth (?:remaining )?percent (\\d{1,3})")
          .filter(match -> !match.group(1).equals("0"))
          .ifPresent(match ->
              weights.put(
                  number, SettingValue.of(WEIGHT, match.group(1), match.command().evidence())));
    }
    return new PortSettings(List.of(), ofClass, weights);
  }

  private static void pause(ConfigCommands.Match match, List<SettingValue> to) {
    String text = match.command().text();
    Optional<SettingValue> xoff =
        XOFF.site()
            .read(text)
            .map(value -> SettingValue.of(XOFF, value, match.command().evidence()));
    xoff.ifPresent(to::add);
    double threshold = xoff.map(SettingValue::amount).orElse(Double.NaN);
    for (DeviceSetting each : List.of(HEADROOM, XON)) {
      each.site()
          .read(text)
          .ifPresent(value ->
              to.add(new SettingValue(each, value, threshold, match.command().evidence())));
    }
  }

  /** The part of the queue of a class in the policy that a port uses, or the whole switch. */
  private String queue(String port, String direction, int trafficClass) {
    String use = "service-policy type queuing " + direction + " (\\S+)";
    String policy =
        commands
            .first(ConfigCommands.inInterface(port), use)
            .or(() -> commands.first("system qos", use))
            .map(match -> Pattern.quote(match.group(1)))
            .orElse("(?!)");
    String named =
        commands
            .find("class-map type (?:queuing|network-qos) .*", "match qos-group " + trafficClass)
            .stream()
            .map(match -> match.command().part())
            .map(part -> Pattern.quote(part.substring(part.lastIndexOf(' ') + 1)))
            .findFirst()
            .orElse("(?!)");
    return "policy-map type queuing "
        + policy
        + " \\| class type queuing (?:"
        + NxosNames.ofQueue(trafficClass)
        + "|"
        + named
        + ")";
  }
}
