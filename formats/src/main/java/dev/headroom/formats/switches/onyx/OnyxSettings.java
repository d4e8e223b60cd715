package dev.headroom.formats.switches.onyx;

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

/**
 * Settings of Mellanox Onyx that the simulator has knobs for. Thresholds of marks are kilobytes,
 * buffers are bytes (Onyx user manual, "Quality of Service": congestion control, ETS, shared
 * buffers).
 */
final class OnyxSettings {
  private static final String ONYX = "Mellanox Onyx";
  private static final String PORT = "interface ethernet {port}";
  private static final double MOST_KILOBYTES = 100_000;
  private static final double MOST_BYTES = 64e6;

  private static final UnaryOperator<String> CURVE =
      MarkingSettings.holes(
          "traffic-class {queue} congestion-control ecn minimum-absolute {kmin} "
              + "maximum-absolute {kmax}");

  private static final UnaryOperator<String> BUFFER =
      MarkingSettings.holes(
          "ingress-buffer iPort.pg{class} map pool {pool} type lossless reserved {size} xoff "
              + "{xoff} xon {xon} shared alpha {alpha}");

  private static final MarkingSettings MARKS =
      new MarkingSettings(
          new SettingSite(ONYX, "minimum-absolute", PORT, CURVE.apply("kmin"))
              .sets("congestion.kmin", whole(KILOBYTES, 1, MOST_KILOBYTES)),
          new SettingSite(ONYX, "maximum-absolute", PORT, CURVE.apply("kmax"))
              .sets("congestion.kmax", whole(KILOBYTES, 1, MOST_KILOBYTES)),
          new SettingSite(
                  ONYX,
                  "probability",
                  PORT,
                  "traffic-class {queue} congestion-control ecn probability {value}")
              .sets("congestion.pmax", whole(PERCENT, 0, 100)));

  private static final DeviceSetting WEIGHT =
      new SettingSite(ONYX, "dcb ets wrr", PORT, "traffic-class {queue} dcb ets wrr {value}")
          .sets("fabric.switches.scheduling", whole(COUNT, 1, 100));

  private static final DeviceSetting STRICT =
      new SettingSite(ONYX, "dcb ets", PORT, "traffic-class {queue} dcb ets {value}")
          .sets("fabric.switches.scheduling", words("strict", "strict"));

  private static final DeviceSetting XOFF =
      new SettingSite(ONYX, "xoff", PORT, BUFFER.apply("xoff"))
          .sets("fabric.switches.reserved", whole(BYTES, 0, MOST_BYTES));
  private static final DeviceSetting HEADROOM =
      new SettingSite(ONYX, "reserved", PORT, BUFFER.apply("size"))
          .sets("pfc.headroom", whole(BYTES, 0, MOST_BYTES))
          .related(SettingRelation.Kind.MINUS, "xoff");
  private static final DeviceSetting XON =
      new SettingSite(ONYX, "xon", PORT, BUFFER.apply("xon"))
          .sets("pfc.xonOffset", whole(BYTES, 0, MOST_BYTES))
          .related(SettingRelation.Kind.BELOW, "xoff");
  private static final DeviceSetting ALPHA =
      new SettingSite(ONYX, "shared alpha", PORT, BUFFER.apply("alpha"))
          .sets(
              "fabric.switches.alpha",
              words(
                  "1/128",
                  "0.0078125",
                  "1/64",
                  "0.015625",
                  "1/32",
                  "0.03125",
                  "1/16",
                  "0.0625",
                  "1/8",
                  "0.125",
                  "1/4",
                  "0.25",
                  "1/2",
                  "0.5",
                  "1",
                  "1",
                  "2",
                  "2",
                  "4",
                  "4",
                  "8",
                  "8",
                  "16",
                  "16",
                  "32",
                  "32",
                  "64",
                  "64"));

  private static final List<DeviceSetting> PARTS =
      List.of(
          new SettingSite(
                  ONYX,
                  "dcb priority-flow-control priority",
                  "configuration",
                  "dcb priority-flow-control priority {value} enable")
              .sets("pfc.classes", whole(COUNT, 0, 7)),
          new SettingSite(ONYX, "mtu", PORT, "mtu {value}")
              .sets("fabric.switches.mtu", whole(BYTES, 1500, 9216)));

  /** All rows. */
  static final List<DeviceSetting> TABLE = table();

  /** Rows that a writer fills holes with. */
  static final List<ValueHole> HOLES =
      List.of(
          new ValueHole("kmin", MARKS.kmin()),
          new ValueHole("kmax", MARKS.kmax()),
          new ValueHole("reserved", XOFF),
          new ValueHole("size", HEADROOM),
          new ValueHole("xon", XON),
          new ValueHole("alpha", ALPHA),
          new ValueHole("mtu", PARTS.getLast()));

  private final OnyxConfiguration configuration;

  private OnyxSettings(HostFacts host) {
    configuration = new OnyxConfiguration(host);
  }

  private static List<DeviceSetting> table() {
    List<DeviceSetting> rows =
        new ArrayList<>(List.of(MARKS.kmin(), MARKS.kmax(), MARKS.pmax(), WEIGHT, STRICT));
    rows.addAll(List.of(XOFF, HEADROOM, XON, ALPHA));
    rows.addAll(PARTS);
    return List.copyOf(rows);
  }

  static SwitchSettings read(HostFacts host, SwitchQos qos) {
    OnyxSettings settings = new OnyxSettings(host);
    return SwitchSettings.of(List.of(), qos, settings::port);
  }

  private PortSettings port(SwitchPort port) {
    Map<Integer, List<SettingValue>> ofClass = new LinkedHashMap<>();
    for (int each : port.lossless().orElse(new TreeSet<>())) {
      List<SettingValue> own = new ArrayList<>();
      port.curve(each).ifPresent(curve -> own.addAll(MARKS.of(curve)));
      configuration
          .set(
              port.name(),
              "ingress-buffer iPort\\.pg"
                  + group(port.name(), each)
                  + " map pool .*type lossless .*")
          .ifPresent(match -> buffers(match, own));
      ofClass.put(each, own);
    }
    SortedMap<Integer, SettingValue> weights = new TreeMap<>();
    for (int queue = 0; queue < 8; queue++) {
      int number = queue;
      configuration
          .set(port.name(), "traffic-class " + queue + " dcb ets wrr (\\d{1,3}).*")
          .filter(match -> !match.group(2).equals("0"))
          .ifPresent(match ->
              weights.put(
                  number, SettingValue.of(WEIGHT, match.group(2), match.command().evidence())));
    }
    return new PortSettings(List.of(), ofClass, weights);
  }

  /** The ingress buffer that a switch priority is bound to; of its own number if none is named. */
  private String group(String port, int priority) {
    return configuration
        .set(port, "ingress-buffer iPort\\.pg(\\d) bind switch-priority " + priority)
        .map(match -> match.group(2))
        .orElse(String.valueOf(priority));
  }

  private static void buffers(ConfigCommands.Match match, List<SettingValue> to) {
    String text = match.command().text();
    Optional<SettingValue> xoff =
        XOFF.site()
            .read(text)
            .map(value -> SettingValue.of(XOFF, value, match.command().evidence()));
    xoff.ifPresent(to::add);
    double threshold = xoff.map(SettingValue::amount).orElse(Double.NaN);
    for (DeviceSetting each : List.of(HEADROOM, XON, ALPHA)) {
      each.site()
          .read(text)
          .ifPresent(value ->
              to.add(new SettingValue(each, value, threshold, match.command().evidence())));
    }
  }
}
