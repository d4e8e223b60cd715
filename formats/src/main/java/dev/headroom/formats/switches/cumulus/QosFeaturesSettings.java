package dev.headroom.formats.switches.cumulus;

import static dev.headroom.formats.setting.SettingScale.whole;
import static dev.headroom.formats.setting.SettingScale.words;
import static dev.headroom.formats.setting.SettingUnit.BYTES;
import static dev.headroom.formats.setting.SettingUnit.COUNT;
import static dev.headroom.formats.setting.SettingUnit.METRES;
import static dev.headroom.formats.setting.SettingUnit.PERCENT;

import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingRelation;
import dev.headroom.formats.setting.SettingSite;
import dev.headroom.formats.setting.SettingValue;
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

/**
 * Settings of {@code qos_features.conf} that the simulator has knobs for. Units: Cumulus Linux user
 * guide, "Quality of Service": the size of the port's buffer, the fill level at which pauses are
 * sent, and the distance below it at which they end.
 */
final class QosFeaturesSettings {
  private static final String FILE = "/etc/cumulus/datapath/qos/qos_features.conf";
  private static final double MOST_BYTES = 4_294_967_295.0;

  private static final MarkingSettings MARKS =
      new MarkingSettings(
          key("min_threshold_bytes", "ecn_red.{group}.")
              .sets("congestion.kmin", whole(BYTES, 0, MOST_BYTES)),
          key("max_threshold_bytes", "ecn_red.{group}.")
              .sets("congestion.kmax", whole(BYTES, 1, MOST_BYTES)),
          key("probability", "ecn_red.{group}.").sets("congestion.pmax", whole(PERCENT, 1, 100)));

  private static final DeviceSetting XOFF =
      key("xoff_size", "pfc.{group}.").sets("pfc.xoff", whole(BYTES, 0, MOST_BYTES));
  private static final DeviceSetting HEADROOM =
      key("port_buffer_bytes", "pfc.{group}.")
          .sets("pfc.headroom", whole(BYTES, 0, MOST_BYTES))
          .related(SettingRelation.Kind.MINUS, "xoff_size");
  private static final DeviceSetting XON =
      key("xon_delta", "pfc.{group}.").sets("pfc.xonOffset", whole(BYTES, 0, MOST_BYTES));
  private static final DeviceSetting CABLE =
      key("cable_length", "pfc.{group}.").sets("fabric.links.cable", whole(METRES, 1, 100_000));
  private static final DeviceSetting WEIGHT =
      key("bw_percent", "default_egress_sched.egr_queue_{queue}.")
          .sets("fabric.switches.scheduling", whole(COUNT, 1, 100));

  private static final DeviceSetting STRICT =
      key("bw_percent", "default_egress_sched.egr_queue_{queue}.")
          .sets("fabric.switches.scheduling", words("0", "strict"));

  private static final List<DeviceSetting> PARTS =
      List.of(
          key("priority_source.dscp", "traffic.cos_{value}.")
              .sets("fabric.switches.dscpMap", whole(COUNT, 0, 7)),
          key("cos_list", "pfc.{group}.").sets("pfc.classes", whole(COUNT, 0, 7)));

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
          new ValueHole("xonDelta", XON),
          new ValueHole("metres", CABLE));

  private final FactSet facts;
  private final QosFeaturesConfiguration configuration;

  private QosFeaturesSettings(HostFacts host) {
    facts = host.facts();
    configuration = new QosFeaturesConfiguration(host);
  }

  private static SettingSite key(String name, String before) {
    return new SettingSite("Cumulus Linux", name, FILE, before + name + " = {value}");
  }

  private static List<DeviceSetting> table() {
    List<DeviceSetting> rows =
        new ArrayList<>(List.of(MARKS.kmin(), MARKS.kmax(), MARKS.pmax(), WEIGHT, STRICT));
    rows.addAll(List.of(XOFF, HEADROOM, XON, CABLE));
    rows.addAll(PARTS);
    return List.copyOf(rows);
  }

  static SwitchSettings read(HostFacts host, SwitchQos qos) {
    QosFeaturesSettings settings = new QosFeaturesSettings(host);
    return SwitchSettings.of(List.of(), qos, settings::port);
  }

  private Optional<SettingValue> value(DeviceSetting setting, String before, double reference) {
    return facts
        .first(QosFeaturesConfiguration.SETTINGS, before + setting.name())
        .map(fact -> new SettingValue(setting, fact.value(), reference, fact.evidence()));
  }

  private PortSettings port(SwitchPort port) {
    String pfc = configuration.group("pfc", port.name()).map(name -> name + ".").orElse("");
    List<SettingValue> values = new ArrayList<>();
    value(CABLE, pfc, Double.NaN).ifPresent(values::add);
    Optional<SettingValue> xoff = value(XOFF, pfc, Double.NaN);
    double threshold = xoff.map(SettingValue::amount).orElse(Double.NaN);
    Map<Integer, List<SettingValue>> ofClass = new LinkedHashMap<>();
    for (int each : port.lossless().orElse(new TreeSet<>())) {
      List<SettingValue> own = new ArrayList<>();
      port.curve(each).ifPresent(curve -> own.addAll(MARKS.of(curve)));
      xoff.ifPresent(own::add);
      value(HEADROOM, pfc, threshold).ifPresent(own::add);
      value(XON, pfc, Double.NaN).ifPresent(own::add);
      ofClass.put(each, own);
    }
    SortedMap<Integer, SettingValue> weights = new TreeMap<>();
    for (int queue = 0; queue < 8; queue++) {
      int number = queue;
      value(WEIGHT, "default_egress_sched.egr_queue_" + queue + ".", Double.NaN)
          .map(weight ->
              weight.written().equals("0")
                  ? SettingValue.of(STRICT, weight.written(), weight.evidence())
                  : weight)
          .ifPresent(weight -> weights.put(number, weight));
    }
    return new PortSettings(values, ofClass, weights);
  }
}
