package dev.headroom.formats.switches.os10;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.KILOBYTES;
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
 * Settings of Dell OS10 that the simulator has knobs for. Thresholds and buffers are kilobytes
 * (OS10 user guide, "Quality of service").
 */
final class Os10Settings {
  private static final String OS10 = "Dell OS10";
  private static final String WRED = "wred {profile}";
  private static final String NETWORK = "policy-map type network-qos {policy} | class {class}";
  private static final double MOST_KILOBYTES = 12_480;

  private static final UnaryOperator<String> CURVE =
      MarkingSettings.holes(
          "random-detect color green minimum-threshold {kmin} maximum-threshold {kmax} "
              + "drop-probability {pmax}");

  private static final UnaryOperator<String> PAUSE =
      MarkingSettings.holes(
          "pause buffer-size {size} pause-threshold {xoff} resume-threshold {xon}");

  private static final MarkingSettings MARKS =
      new MarkingSettings(
          new SettingSite(OS10, "minimum-threshold", WRED, CURVE.apply("kmin"))
              .sets("congestion.kmin", whole(KILOBYTES, 1, MOST_KILOBYTES)),
          new SettingSite(OS10, "maximum-threshold", WRED, CURVE.apply("kmax"))
              .sets("congestion.kmax", whole(KILOBYTES, 1, MOST_KILOBYTES)),
          new SettingSite(OS10, "drop-probability", WRED, CURVE.apply("pmax"))
              .sets("congestion.pmax", whole(PERCENT, 0, 100)));

  private static final DeviceSetting WEIGHT =
      new SettingSite(
              OS10,
              "bandwidth percent",
              "policy-map type queuing {policy} | class {class}",
              "bandwidth percent {value}")
          .sets("fabric.switches.scheduling", whole(COUNT, 1, 100));

  private static final DeviceSetting STRICT =
      new SettingSite(
              OS10, "priority", "policy-map type queuing {policy} | class {class}", "{value}")
          .sets("fabric.switches.scheduling", words("priority", "strict"));

  private static final DeviceSetting XOFF =
      new SettingSite(OS10, "pause-threshold", NETWORK, PAUSE.apply("xoff"))
          .sets("pfc.xoff", whole(KILOBYTES, 0, 7787));
  private static final DeviceSetting HEADROOM =
      new SettingSite(OS10, "buffer-size", NETWORK, PAUSE.apply("size"))
          .sets("pfc.headroom", whole(KILOBYTES, 0, 7787))
          .related(SettingRelation.Kind.MINUS, "pause-threshold");
  private static final DeviceSetting XON =
      new SettingSite(OS10, "resume-threshold", NETWORK, PAUSE.apply("xon"))
          .sets("pfc.xonOffset", whole(KILOBYTES, 0, 7787))
          .related(SettingRelation.Kind.BELOW, "pause-threshold");
  private static final DeviceSetting ALPHA =
      new SettingSite(
              OS10,
              "queue-limit thresh-mode dynamic",
              NETWORK,
              "queue-limit thresh-mode dynamic {value}")
          .hasNoKnob(
              whole(COUNT, 0, 10),
              "",
              "the share of the buffer that each weight stands for is not published");

  private static final List<DeviceSetting> PARTS =
      List.of(
          new SettingSite(
                  OS10, "qos-group", "trust dscp-map {name}", "qos-group {value} dscp {dscp}")
              .sets("fabric.switches.dscpMap", whole(COUNT, 0, 7)),
          new SettingSite(
                  OS10, "queue", "qos-map traffic-class {name}", "queue {value} qos-group {class}")
              .sets("fabric.switches.queueMap", whole(COUNT, 0, 7)),
          new SettingSite(OS10, "pfc-cos", NETWORK, "pfc-cos {value}")
              .sets("pfc.classes", whole(COUNT, 0, 7)),
          new SettingSite(OS10, "mtu", "interface {port}", "mtu {value}")
              .sets("fabric.switches.mtu", whole(BYTES, 1280, 9216)));

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
          new ValueHole("mtu", PARTS.getLast()));

  private final Os10Configuration configuration;
  private final ConfigCommands commands;

  private Os10Settings(HostFacts host) {
    configuration = new Os10Configuration(host);
    commands = ConfigCommands.of(host);
  }

  private static List<DeviceSetting> table() {
    List<DeviceSetting> rows =
        new ArrayList<>(List.of(MARKS.kmin(), MARKS.kmax(), MARKS.pmax(), WEIGHT, STRICT));
    rows.addAll(List.of(XOFF, HEADROOM, XON, ALPHA));
    rows.addAll(PARTS);
    return List.copyOf(rows);
  }

  static SwitchSettings read(HostFacts host, SwitchQos qos) {
    Os10Settings settings = new Os10Settings(host);
    return SwitchSettings.of(List.of(), qos, settings::port);
  }

  private PortSettings port(SwitchPort port) {
    Map<Integer, List<SettingValue>> ofClass = new LinkedHashMap<>();
    for (int each : port.lossless().orElse(new TreeSet<>())) {
      List<SettingValue> own = new ArrayList<>();
      port.curve(each).ifPresent(curve -> own.addAll(MARKS.of(curve)));
      buffers(port.name(), each, own);
      ofClass.put(each, own);
    }
    return new PortSettings(List.of(), ofClass, weights(port.name()));
  }

  /** Of the class of the network policy that pauses this priority. */
  private void buffers(String port, int priority, List<SettingValue> to) {
    for (ConfigCommands.Match cos :
        commands.find(
            "policy-map type network-qos "
                + name(port, "service-policy input type network-qos (\\S+)")
                + " \\| class .*",
            "pfc-cos ([\\d,-]+)")) {
      if (!ConfigCommands.numbers(cos.group(1)).contains(priority)) {
        continue;
      }
      String part = Pattern.quote(cos.command().part());
      double threshold =
          add(XOFF, part, Double.NaN, to).map(SettingValue::amount).orElse(Double.NaN);
      add(HEADROOM, part, threshold, to);
      add(XON, part, threshold, to);
      add(ALPHA, part, Double.NaN, to);
      return;
    }
  }

  private Optional<SettingValue> add(
      DeviceSetting setting, String part, double reference, List<SettingValue> to) {
    Optional<SettingValue> value =
        commands.find(part, "(?:pause|queue-limit) .*").stream()
            .flatMap(match ->
                setting.site().read(match.command().text()).stream()
                    .map(text ->
                        new SettingValue(setting, text, reference, match.command().evidence())))
            .findFirst();
    value.ifPresent(to::add);
    return value;
  }

  private SortedMap<Integer, SettingValue> weights(String port) {
    SortedMap<Integer, SettingValue> weights = new TreeMap<>();
    String policy =
        "policy-map type queuing "
            + name(port, "service-policy output type queuing (\\S+)")
            + " \\| class .*";
    for (ConfigCommands.Match share : commands.find(policy, "bandwidth percent (\\d{1,3})")) {
      put(share, SettingValue.of(WEIGHT, share.group(1), share.command().evidence()), weights);
    }
    for (ConfigCommands.Match first : commands.find(policy, "priority")) {
      put(first, SettingValue.of(STRICT, "priority", first.command().evidence()), weights);
    }
    return weights;
  }

  /** For the queue of the class that the command is for. */
  private void put(
      ConfigCommands.Match of, SettingValue value, SortedMap<Integer, SettingValue> to) {
    String part = of.command().part();
    commands
        .first(
            "class-map type queuing " + Pattern.quote(part.substring(part.lastIndexOf(' ') + 1)),
            "match queue (\\d)")
        .ifPresent(queue -> to.put(Integer.valueOf(queue.group(1)), value));
  }

  private String name(String port, String command) {
    return configuration.used(port, command).map(Pattern::quote).orElse("(?!)");
  }
}
