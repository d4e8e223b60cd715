package dev.headroom.formats.switches.sonic;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.KILOBYTES;
import static dev.headroom.formats.setting.SettingUnit.METRES;
import static dev.headroom.formats.setting.SettingUnit.MILLISECONDS;
import static dev.headroom.formats.setting.SettingUnit.PERCENT;
import static dev.headroom.formats.setting.SettingUnit.POWER_OF_TWO;

import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
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
import java.util.function.UnaryOperator;

/**
 * Settings of SONiC's CONFIG_DB that the simulator has knobs for. Units and ranges:
 * sonic-buildimage, sonic-yang-models (sonic-wred-profile, sonic-buffer-profile, sonic-pfcwd,
 * sonic-scheduler).
 */
final class SonicSettings {
  private static final String WRED = "WRED_PROFILE";
  private static final String PROFILE = "BUFFER_PROFILE";
  private static final String POOL = "BUFFER_POOL";
  private static final String WATCHDOG = "PFC_WD";
  private static final String SCHEDULER = "SCHEDULER";

  /** The largest size of a knob. */
  private static final double MOST_BYTES = 16.0 * (1 << 30);

  private static final SettingScale SIZE = whole(BYTES, 0, MOST_BYTES);

  private static final MarkingSettings MARKS =
      new MarkingSettings(
          field(WRED, "profile", "green_min_threshold").sets("congestion.kmin", SIZE),
          field(WRED, "profile", "green_max_threshold")
              .sets("congestion.kmax", whole(BYTES, 1, MOST_BYTES)),
          field(WRED, "profile", "green_drop_probability")
              .sets("congestion.pmax", whole(PERCENT, 0, 100)));

  private static final String POLICY = "qos wred-policy {policy}";
  private static final UnaryOperator<String> CURVE =
      MarkingSettings.holes(
          "green minimum-threshold {kmin} maximum-threshold {kmax} drop-probability {pmax}");

  /** In the shell of Enterprise SONiC: kilobytes. */
  private static final MarkingSettings SHELL =
      new MarkingSettings(
          shell("minimum-threshold", "kmin").sets("congestion.kmin", whole(KILOBYTES, 1, 12_480)),
          shell("maximum-threshold", "kmax").sets("congestion.kmax", whole(KILOBYTES, 1, 12_480)),
          shell("drop-probability", "pmax").sets("congestion.pmax", whole(PERCENT, 0, 100)));

  private static final DeviceSetting WEIGHT =
      field(SCHEDULER, "name", "weight").sets("fabric.switches.scheduling", whole(COUNT, 1, 100));
  private static final DeviceSetting STRICT =
      field(SCHEDULER, "name", "type")
          .sets("fabric.switches.scheduling", words("STRICT", "strict"));

  private static final DeviceSetting CABLE =
      new SettingSite("SONiC", "CABLE_LENGTH", "CABLE_LENGTH|AZURE", "\"{port}\": \"{value}m\"")
          .sets("fabric.links.cable", whole(METRES, 0, 300_000));
  private static final DeviceSetting POLL =
      new SettingSite("SONiC", "POLL_INTERVAL", "PFC_WD|GLOBAL", "\"POLL_INTERVAL\": \"{value}\"")
          .sets("pfc.watchdog.pollInterval", whole(MILLISECONDS, 100, 1000));
  private static final DeviceSetting POOL_SIZE =
      new SettingSite("SONiC", "size", "BUFFER_POOL|ingress_lossless_pool", "\"size\": \"{value}\"")
          .sets("fabric.switches.buffer", whole(BYTES, 1024, MOST_BYTES));

  /** By table, in the words of their fields. */
  private static final List<DeviceSetting> OF_PROFILES =
      List.of(
          field(PROFILE, "profile", "size").sets("fabric.switches.reserved", SIZE),
          field(PROFILE, "profile", "xoff").sets("pfc.headroom", SIZE),
          field(PROFILE, "profile", "dynamic_th")
              .sets("fabric.switches.alpha", whole(POWER_OF_TWO, -8, 7)),
          field(PROFILE, "profile", "static_th").sets("pfc.xoff", SIZE),
          field(PROFILE, "profile", "xon_offset").sets("pfc.xonOffset", SIZE),
          field(PROFILE, "profile", "xon")
              .hasNoKnob(
                  SIZE,
                  "0",
                  "the simulator sends XON at a distance below the XOFF threshold, not at a fill "
                      + "level of its own"));

  /** The same size, where it contains the headroom: the table has it once. */
  private static final DeviceSetting WHOLE =
      field(PROFILE, "profile", "size")
          .sets("fabric.switches.reserved", SIZE)
          .related(SettingRelation.Kind.MINUS, "xoff");

  private static final List<DeviceSetting> OF_WATCHDOG =
      List.of(
          field(WATCHDOG, "port", "action")
              .sets(
                  "pfc.watchdog.action",
                  words("drop", "drop", "forward", "forward", "alert", "off")),
          field(WATCHDOG, "port", "detection_time")
              .sets("pfc.watchdog.detectionTime", whole(MILLISECONDS, 100, 5000)),
          field(WATCHDOG, "port", "restoration_time")
              .sets("pfc.watchdog.restorationTime", whole(MILLISECONDS, 100, 60_000)));

  private static final DeviceSetting SHARED_HEADROOM =
      new SettingSite("SONiC", "xoff", "BUFFER_POOL|ingress_lossless_pool", "\"xoff\": \"{value}\"")
          .hasNoKnob(
              SIZE, "0", "the simulator reserves headroom for each port, and has no shared one");

  private static final List<DeviceSetting> PARTS =
      List.of(
          new SettingSite(
                  "SONiC", "DSCP_TO_TC_MAP", "DSCP_TO_TC_MAP|{name}", "\"{dscp}\": \"{value}\"")
              .sets("fabric.switches.dscpMap", whole(COUNT, 0, 7)),
          new SettingSite(
                  "SONiC", "TC_TO_QUEUE_MAP", "TC_TO_QUEUE_MAP|{name}", "\"{tc}\": \"{value}\"")
              .sets("fabric.switches.queueMap", whole(COUNT, 0, 7)),
          field("PORT_QOS_MAP", "port", "pfc_enable").sets("pfc.classes", whole(COUNT, 0, 7)),
          field("PORT", "port", "mtu").sets("fabric.switches.mtu", whole(BYTES, 576, 9216)));

  /** All rows. */
  static final List<DeviceSetting> TABLE = table();

  /** Rows that a writer of CONFIG_DB fills holes with. */
  static final List<ValueHole> HOLES =
      List.of(
          new ValueHole("kmin", MARKS.kmin()),
          new ValueHole("kmax", MARKS.kmax()),
          new ValueHole("pmax", MARKS.pmax()),
          new ValueHole("pool", POOL_SIZE),
          new ValueHole("size", named(OF_PROFILES, "size")),
          new ValueHole("xoff", named(OF_PROFILES, "xoff")),
          new ValueHole("whole", WHOLE),
          new ValueHole("alpha", named(OF_PROFILES, "dynamic_th")),
          new ValueHole("fixed", named(OF_PROFILES, "static_th")),
          new ValueHole("xonOffset", named(OF_PROFILES, "xon_offset")),
          new ValueHole("poll", POLL),
          new ValueHole("action", named(OF_WATCHDOG, "action")),
          new ValueHole("detection", named(OF_WATCHDOG, "detection_time")),
          new ValueHole("restoration", named(OF_WATCHDOG, "restoration_time")),
          new ValueHole("mtu", named(PARTS, "mtu")),
          new ValueHole("metres", CABLE));

  /** Rows that a writer of Enterprise SONiC's shell fills holes with. */
  static final List<ValueHole> SHELL_HOLES =
      List.of(
          new ValueHole("kmin", SHELL.kmin()),
          new ValueHole("kmax", SHELL.kmax()),
          new ValueHole("pmax", SHELL.pmax()),
          new ValueHole("mtu", named(PARTS, "mtu")));

  private final FactSet facts;
  private final SonicConfiguration references;
  private final ConfigCommands commands;

  private SonicSettings(HostFacts host) {
    facts = host.facts();
    references = new SonicConfiguration(host);
    commands = ConfigCommands.of(host);
  }

  private static DeviceSetting named(List<DeviceSetting> rows, String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }

  private static SettingSite field(String table, String key, String field) {
    return new SettingSite(
        "SONiC", field, table + "|{" + key + "}", "\"" + field + "\": \"{value}\"");
  }

  private static SettingSite shell(String name, String hole) {
    return new SettingSite("Enterprise SONiC", name, POLICY, CURVE.apply(hole));
  }

  private static List<DeviceSetting> table() {
    List<DeviceSetting> rows =
        new ArrayList<>(
            List.of(MARKS.kmin(), MARKS.kmax(), MARKS.pmax(), WEIGHT, STRICT, CABLE, POLL));
    rows.addAll(List.of(SHELL.kmin(), SHELL.kmax(), SHELL.pmax()));
    rows.add(POOL_SIZE);
    rows.add(SHARED_HEADROOM);
    rows.addAll(OF_PROFILES);
    rows.addAll(OF_WATCHDOG);
    rows.addAll(PARTS);
    return List.copyOf(rows);
  }

  static SwitchSettings read(HostFacts host, SwitchQos qos) {
    SonicSettings settings = new SonicSettings(host);
    List<SettingValue> ofSwitch = new ArrayList<>();
    settings.add(POOL_SIZE, POOL, "ingress_lossless_pool", ofSwitch);
    settings.add(SHARED_HEADROOM, POOL, "ingress_lossless_pool", ofSwitch);
    settings.add(POLL, WATCHDOG, "GLOBAL", ofSwitch);
    return SwitchSettings.of(ofSwitch, qos, settings::port);
  }

  private void add(DeviceSetting setting, String table, String key, List<SettingValue> to) {
    value(setting, table, key).ifPresent(to::add);
  }

  private Optional<SettingValue> value(DeviceSetting setting, String table, String key) {
    Optional<Fact> fact = facts.first(SonicShowTables.row(table, key), setting.name());
    return fact.map(each -> SettingValue.of(setting, each.value(), each.evidence()));
  }

  private PortSettings port(SwitchPort port) {
    List<SettingValue> values = new ArrayList<>();
    OF_WATCHDOG.forEach(row -> add(row, WATCHDOG, port.name(), values));
    port.line()
        .cable()
        .findEvidence()
        .ifPresent(evidence ->
            values.add(
                SettingValue.of(
                    CABLE, port.line().cable().get().written().replace("m", ""), evidence)));
    Map<Integer, List<SettingValue>> ofClass = new LinkedHashMap<>();
    for (int each : port.lossless().orElse(new TreeSet<>())) {
      List<SettingValue> own = new ArrayList<>();
      port.curve(each)
          .ifPresent(
              curve -> own.addAll(commands.all().isEmpty() ? MARKS.of(curve) : SHELL.of(curve)));
      String profile =
          Optional.ofNullable(port.groups().get(each))
              .flatMap(group -> group.headroom())
              .map(headroom -> SonicConfiguration.name(headroom.profile().orElse("")))
              .orElse("");
      OF_PROFILES.forEach(row -> add(row, PROFILE, profile, own));
      if (HeadroomShare.isInSize(facts, profile)) {
        own.replaceAll(
            value -> value.setting().name().equals("size") ? withHeadroom(value, own) : value);
      }
      own.removeIf(value -> value.setting().name().equals("xon_offset") && value.amount() == 0);
      ofClass.put(each, own);
    }
    return new PortSettings(values, ofClass, weights(port));
  }

  /** A size that contains headroom. */
  private static SettingValue withHeadroom(SettingValue size, List<SettingValue> own) {
    double headroom =
        HeadroomShare.headroom(
            size.amount(), amount(own, "xon", 0), amount(own, "xoff", Double.NaN));
    return new SettingValue(WHOLE, size.written(), headroom, size.evidence());
  }

  private static double amount(List<SettingValue> own, String name, double otherwise) {
    return own.stream()
        .filter(value -> value.setting().name().equals(name))
        .mapToDouble(SettingValue::amount)
        .findFirst()
        .orElse(otherwise);
  }

  private SortedMap<Integer, SettingValue> weights(SwitchPort port) {
    SortedMap<Integer, SettingValue> weights = new TreeMap<>();
    for (int queue = 0; queue < 8; queue++) {
      int number = queue;
      references
          .covering("QUEUE", port.name(), queue)
          .flatMap(row -> facts.first(SonicShowTables.row("QUEUE", row), "scheduler"))
          .flatMap(name -> value(WEIGHT, SCHEDULER, SonicConfiguration.name(name.value())))
          .ifPresent(weight -> weights.put(number, weight));
    }
    return weights;
  }
}
