package dev.headroom.formats.switches.cumulus;

import static dev.headroom.formats.emit.EmitStep.BUFFERS;
import static dev.headroom.formats.emit.EmitStep.CLASSES;
import static dev.headroom.formats.emit.EmitStep.LINK;
import static dev.headroom.formats.emit.EmitStep.MARKING;
import static dev.headroom.formats.emit.EmitStep.PAUSE;
import static dev.headroom.formats.emit.EmitStep.RETIREMENT;
import static dev.headroom.formats.emit.EmitStep.SCHEDULING;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.KeyValueSyntax;
import dev.headroom.formats.emit.SpectrumCells;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writer of {@code qos_features.conf} of Cumulus Linux. Keys: Cumulus Linux user guide, "Quality of
 * Service": port groups of PFC and ECN, classification, the default egress scheduler.
 */
final class QosFeaturesWriter implements SwitchWriter {
  static final String FILE = "/etc/cumulus/datapath/qos/qos_features.conf";

  private static final String PFC = "{pfc}.";
  private static final String ECN = "{ecn}.";
  private static final String SHARE = "default_egress_sched.egr_queue_{queue}.bw_percent";

  private static final List<StatementForm> FORMS = table();

  private static final Map<EmitStep, String> CHECKS =
      Map.of(
          LINK, "grep '^pfc' " + FILE,
          BUFFERS, "grep '^pfc' " + FILE,
          PAUSE, "grep '^pfc' " + FILE,
          SCHEDULING, "grep '^default_egress_sched' " + FILE,
          MARKING, "grep '^ecn_red' " + FILE,
          CLASSES, "grep '^traffic' " + FILE,
          RETIREMENT, "grep '^pfc' " + FILE);

  private static List<StatementForm> table() {
    List<StatementForm> all = new ArrayList<>();
    all.add(key(LINK, Scope.PORT, "{pfcKnown}.cable_length", "{metres}"));
    buffers(BUFFERS, "{pfcKnown}.", all);
    // A new group is written as a whole, in the step that begins to pause.
    all.add(key(PAUSE, Scope.PORT, "{pfcNew}.cable_length", "{metres}"));
    buffers(PAUSE, "{pfcNew}.", all);
    // A port that joins a group has no say in its classes, which those of its ports are.
    all.add(key(PAUSE, Scope.PORT, "{pfcOwn}.cos_list", "[{paused}]"));
    all.add(key(PAUSE, Scope.PORT, "{pfcOwn}.tx_enable", "true"));
    all.add(key(PAUSE, Scope.PORT, "{pfcOwn}.rx_enable", "true"));
    all.add(key(PAUSE, Scope.CLASS, PFC + "port_set", "{pfcPorts}"));
    all.add(key(PAUSE, Scope.CLASS, "pfc.port_group_list", "[{pfcList}]"));
    all.add(key(SCHEDULING, Scope.STRICT, SHARE, "0"));
    all.add(key(SCHEDULING, Scope.SHARE, SHARE, "{weight}"));
    all.add(key(MARKING, Scope.PORT, "ecn_red.port_group_list", "[{ecnList}]"));
    all.add(key(MARKING, Scope.PORT, ECN + "port_set", "{ecnPorts}"));
    all.add(key(MARKING, Scope.CLASS, ECN + "{ecnMissing}", "[{ecnBoth}]"));
    all.add(key(MARKING, Scope.CLASS, ECN + "ecn_enable", "true"));
    all.add(key(MARKING, Scope.CLASS, ECN + "min_threshold_bytes", "{kmin}"));
    all.add(key(MARKING, Scope.CLASS, ECN + "max_threshold_bytes", "{kmax}"));
    all.add(key(MARKING, Scope.CLASS, ECN + "probability", "{pmax}"));
    all.add(key(CLASSES, Scope.PORT, "traffic.packet_priority_source_set", "[{trustNew}]"));
    all.add(key(CLASSES, Scope.DSCPS, "traffic.cos_{class}.priority_source.dscp", "[{dscpList}]"));
    all.add(key(RETIREMENT, Scope.PORT, "{pfcOwn}.cos_list", "[{pause}]"));
    all.add(
        key(RETIREMENT, Scope.RETIRED, ECN + "{ecnKey}", "[{ecnAfter}]")
            .when(StatementForm.Presence.WHERE_SET));
    return List.copyOf(all);
  }

  private static void buffers(EmitStep step, String group, List<StatementForm> to) {
    to.add(key(step, Scope.PORT, group + "port_buffer_bytes", "{size}"));
    to.add(key(step, Scope.PORT, group + "xoff_size", "{xoff}"));
    to.add(key(step, Scope.PORT, group + "xon_delta", "{xonDelta}"));
  }

  private static StatementForm key(EmitStep step, Scope scope, String key, String value) {
    return StatementForm.of(step, scope, FILE, key + " = " + value)
        .insteadOf(key.replace(".", "\\.") + " = .*");
  }

  @Override
  public String word() {
    return "cumulus";
  }

  @Override
  public String title() {
    return "Cumulus Linux";
  }

  @Override
  public ConfigSyntax syntax() {
    return new KeyValueSyntax(
        QosFeaturesConfiguration.SETTINGS, FILE, "systemctl reload switchd.service");
  }

  @Override
  public List<ValueHole> values() {
    return QosFeaturesSettings.HOLES;
  }

  @Override
  public List<StatementForm> forms() {
    return FORMS;
  }

  @Override
  public String port(int number) {
    return "swp" + (number + 1);
  }

  @Override
  public Map<EmitStep, String> checks() {
    return CHECKS;
  }

  @Override
  public boolean hasPercentShares() {
    return true;
  }

  @Override
  public Map<String, String> missing() {
    String file = "it is not in qos_features.conf";
    String watchdog = "the PFC watchdog is not in qos_features.conf; NVUE has it";
    return Map.of(
        "fabric.switches.mtu",
        file + "; ifupdown2 sets it in /etc/network/interfaces",
        "fabric.switches.alpha",
        file + "; it is a word of qos_infra.conf, a file of each chip",
        "fabric.switches.reserved",
        file,
        "fabric.switches.buffer",
        file,
        "fabric.switches.queueMap",
        "cos_egr_queue is in qos_infra.conf, a file of each chip",
        "pfc.watchdog.action",
        watchdog,
        "pfc.watchdog.detectionTime",
        watchdog,
        "pfc.watchdog.restorationTime",
        watchdog,
        "pfc.watchdog.pollInterval",
        watchdog);
  }

  @Override
  public Map<EmitStep, String> warnings() {
    String drops =
        "a change of PFC changes the buffers of the chip, which may drop packets for a moment "
            + "(user guide)";
    return Map.of(BUFFERS, drops, PAUSE, drops);
  }

  @Override
  public List<String> notes(Map<String, String> wanted) {
    return SpectrumCells.notes(wanted);
  }

  @Override
  public List<String> gaps(ConfigState before, ConfigState after) {
    return SharedMarks.notes(before, after);
  }

  @Override
  public ObjectNames names(HostFacts host) {
    return new QosFeaturesNames(host)::of;
  }

  static String list(String text) {
    return Pattern.compile("[\\[\\]]").matcher(text).replaceAll("").strip();
  }
}
