package dev.headroom.formats.switches.nvue;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.METRES;
import static dev.headroom.formats.setting.SettingUnit.MILLISECONDS;
import static dev.headroom.formats.setting.SettingUnit.PERCENT;

import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingRelation;
import dev.headroom.formats.setting.SettingScale;
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
import java.util.regex.Pattern;

/**
 * Settings of NVUE that the simulator has knobs for. Units and ranges: NVUE reference, "QoS", and
 * Cumulus Linux user guide, "Quality of Service".
 */
final class NvueSettings {
  private static final String NVUE = "Cumulus NVUE";
  private static final String EVERYWHERE = "default-global";
  private static final String MARKING =
      "nv set qos congestion-control {profile} traffic-class {queue} ";
  private static final String PFC = "nv set qos pfc {profile} ";
  private static final double MOST_BYTES = 4_294_967_295.0;
  private static final int ROCE = 3;

  private static final MarkingSettings MARKS =
      new MarkingSettings(
          command("min-threshold", MARKING + "min-threshold {value}")
              .sets("congestion.kmin", whole(BYTES, 0, MOST_BYTES)),
          command("max-threshold", MARKING + "max-threshold {value}")
              .sets("congestion.kmax", whole(BYTES, 1, MOST_BYTES)),
          command("probability", MARKING + "probability {value}")
              .sets("congestion.pmax", whole(PERCENT, 1, 100)));

  private static final DeviceSetting WEIGHT =
      command(
              "bw-percent",
              "nv set qos egress-scheduler {profile} traffic-class {queue} bw-percent {value}")
          .sets("fabric.switches.scheduling", whole(COUNT, 1, 100));

  private static final DeviceSetting STRICT =
      command(
              "egress-scheduler mode",
              "nv set qos egress-scheduler {profile} traffic-class {queue} mode {value}")
          .sets("fabric.switches.scheduling", words("strict", "strict"));

  private static final DeviceSetting XOFF =
      command("xoff-threshold", PFC + "xoff-threshold {value}")
          .sets("pfc.xoff", whole(BYTES, 0, MOST_BYTES));
  private static final DeviceSetting HEADROOM =
      command("port-buffer", PFC + "port-buffer {value}")
          .sets("pfc.headroom", whole(BYTES, 0, MOST_BYTES))
          .related(SettingRelation.Kind.MINUS, "xoff-threshold");
  private static final DeviceSetting XON =
      command("xon-threshold", PFC + "xon-threshold {value}")
          .sets("pfc.xonOffset", whole(BYTES, 0, MOST_BYTES))
          .related(SettingRelation.Kind.BELOW, "xoff-threshold");
  private static final DeviceSetting CABLE =
      command("pfc cable-length", PFC + "cable-length {value}")
          .sets("fabric.links.cable", whole(METRES, 1, 100_000));
  private static final DeviceSetting ROCE_CABLE =
      command("roce cable-length", "nv set qos roce cable-length {value}")
          .sets("fabric.links.cable", whole(METRES, 1, 100_000));

  private static final DeviceSetting POLL =
      command("pfc-watchdog polling-interval", "nv set qos pfc-watchdog polling-interval {value}")
          .sets("pfc.watchdog.pollInterval", whole(MILLISECONDS, 100, 5000));
  private static final DeviceSetting DETECTION =
      command("pfc-watchdog robustness", "nv set qos pfc-watchdog robustness {value}")
          .sets("pfc.watchdog.detectionTime", whole(COUNT, 1, 1000))
          .related(SettingRelation.Kind.TIMES, "polling-interval");

  private static final DeviceSetting ALPHA =
      command(
              "shared-alpha",
              "nv set qos advance-buffer-config {profile} ingress-lossless-buffer shared-alpha "
                  + "{value}")
          .sets("fabric.switches.alpha", alphas());
  private static final DeviceSetting POOL =
      command(
              "traffic-pool memory-percent",
              "nv set qos traffic-pool {pool} memory-percent {value}")
          .hasNoKnob(
              whole(PERCENT, 0, 100), "", "the size of the buffer is not in the configuration");

  private static final List<DeviceSetting> PARTS =
      List.of(
          command(
                  "mapping dscp",
                  "nv set qos mapping {profile} dscp {dscp} switch-priority {value}")
              .sets("fabric.switches.dscpMap", whole(COUNT, 0, 7)),
          command(
                  "egress-queue-mapping",
                  "nv set qos egress-queue-mapping {profile} switch-priority {class} "
                      + "traffic-class {value}")
              .sets("fabric.switches.queueMap", whole(COUNT, 0, 7)),
          command("pfc switch-priority", PFC + "switch-priority {value}")
              .sets("pfc.classes", whole(COUNT, 0, 7)),
          command("link mtu", "nv set interface {port} link mtu {value}")
              .sets("fabric.switches.mtu", whole(BYTES, 576, 9216)));

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
          new ValueHole("metres", CABLE),
          new ValueHole("poll", POLL),
          new ValueHole("polls", DETECTION),
          new ValueHole("alpha", ALPHA),
          new ValueHole("mtu", PARTS.getLast()));

  /** Of a watchdog that sets neither: 100 ms, and three polls. */
  private static final double USUAL_POLL_PS = 100e9;

  private static final double USUAL_POLLS = 3;

  private final NvueConfiguration configuration;
  private final ConfigCommands commands;

  private NvueSettings(HostFacts host) {
    configuration = new NvueConfiguration(host);
    commands = ConfigCommands.of(host);
  }

  private static SettingSite command(String name, String form) {
    return new SettingSite(NVUE, name, "configuration", form);
  }

  private static SettingScale alphas() {
    List<String> pairs = new ArrayList<>();
    for (int power = 7; power > 0; power--) {
      pairs.add("alpha_1_" + (1 << power));
      pairs.add(String.valueOf(Math.scalb(1.0, -power)));
    }
    for (int power = 0; power < 7; power++) {
      pairs.add("alpha_" + (1 << power));
      pairs.add(String.valueOf(1 << power));
    }
    return words(pairs.toArray(String[]::new));
  }

  private static List<DeviceSetting> table() {
    List<DeviceSetting> rows =
        new ArrayList<>(List.of(MARKS.kmin(), MARKS.kmax(), MARKS.pmax(), WEIGHT, STRICT));
    rows.addAll(List.of(XOFF, HEADROOM, XON, CABLE, ROCE_CABLE, POLL, DETECTION, ALPHA, POOL));
    rows.addAll(PARTS);
    return List.copyOf(rows);
  }

  static SwitchSettings read(HostFacts host, SwitchQos qos) {
    NvueSettings settings = new NvueSettings(host);
    List<SettingValue> ofSwitch = new ArrayList<>();
    Optional<SettingValue> poll = settings.value(POLL, Double.NaN);
    poll.ifPresent(ofSwitch::add);
    double interval = poll.map(SettingValue::amount).orElse(USUAL_POLL_PS);
    settings
        .value(DETECTION, interval)
        .or(() ->
            poll.map(each ->
                new SettingValue(
                    DETECTION, String.valueOf((int) USUAL_POLLS), interval, each.evidence())))
        .ifPresent(ofSwitch::add);
    settings.value(ROCE_CABLE, Double.NaN).ifPresent(ofSwitch::add);
    settings.value(ALPHA, Double.NaN).ifPresent(ofSwitch::add);
    settings.value(POOL, Double.NaN).ifPresent(ofSwitch::add);
    return SwitchSettings.of(ofSwitch, qos, settings::port);
  }

  /** The last command that sets it, whatever the profile. */
  private Optional<SettingValue> value(DeviceSetting setting, double reference) {
    return value(setting, "\\S+", reference);
  }

  private Optional<SettingValue> value(DeviceSetting setting, String profile, double reference) {
    String text =
        setting
            .site()
            .form()
            .replace("{profile}", profile)
            .replace("{pool}", "\\S+")
            .replace("{value}", "(\\S+)");
    return commands.find(".*", text).stream()
        .reduce((_, last) -> last)
        .map(match ->
            new SettingValue(setting, match.group(1), reference, match.command().evidence()));
  }

  private PortSettings port(SwitchPort port) {
    String pfc = Pattern.quote(profile(port.name(), "pfc"));
    List<SettingValue> values = new ArrayList<>();
    value(CABLE, pfc, Double.NaN).ifPresent(values::add);
    Map<Integer, List<SettingValue>> ofClass = new LinkedHashMap<>();
    for (int each : port.lossless().orElse(new TreeSet<>())) {
      List<SettingValue> own = new ArrayList<>();
      port.curve(each).ifPresent(curve -> own.addAll(MARKS.of(curve, probability())));
      Optional<SettingValue> xoff = value(XOFF, pfc, Double.NaN);
      xoff.ifPresent(own::add);
      double threshold = xoff.map(SettingValue::amount).orElse(Double.NaN);
      value(HEADROOM, pfc, threshold).ifPresent(own::add);
      value(XON, pfc, threshold).ifPresent(own::add);
      ofClass.put(each, own);
    }
    return new PortSettings(values, ofClass, weights(port.name()));
  }

  private String profile(String port, String feature) {
    return commands
        .find(".*", "nv set interface (\\S+) qos " + feature + " profile (\\S+)")
        .stream()
        .filter(match -> NvueConfiguration.covers(match.group(1), port))
        .map(match -> match.group(2))
        .reduce((_, last) -> last)
        .orElse(EVERYWHERE);
  }

  /** 100 % in RoCE's own curve. */
  private Optional<SettingValue> probability() {
    return configuration
        .anyRoce()
        .map(roce -> SettingValue.of(MARKS.pmax(), "100", roce.command().evidence()));
  }

  private SortedMap<Integer, SettingValue> weights(String port) {
    SortedMap<Integer, SettingValue> weights = new TreeMap<>();
    configuration
        .anyRoce()
        .ifPresent(roce -> {
          SettingValue half = SettingValue.of(WEIGHT, "50", roce.command().evidence());
          weights.put(0, half);
          weights.put(ROCE, half);
        });
    for (ConfigCommands.Match each :
        commands.find(
            ".*",
            "nv set qos egress-scheduler "
                + Pattern.quote(profile(port, "egress-scheduler"))
                + " traffic-class ([\\d,-]+) (?:.* )?bw-percent (\\d{1,3})(?: .*)?")) {
      for (int queue : ConfigCommands.numbers(each.group(1))) {
        if (queue < 8 && !each.group(2).equals("0")) {
          weights.put(queue, SettingValue.of(WEIGHT, each.group(2), each.command().evidence()));
        }
      }
    }
    return weights;
  }
}
