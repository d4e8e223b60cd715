package dev.headroom.formats.switches.nvue;

import static dev.headroom.formats.emit.EmitStep.BUFFERS;
import static dev.headroom.formats.emit.EmitStep.CLASSES;
import static dev.headroom.formats.emit.EmitStep.LINK;
import static dev.headroom.formats.emit.EmitStep.MARKING;
import static dev.headroom.formats.emit.EmitStep.PAUSE;
import static dev.headroom.formats.emit.EmitStep.QUEUES;
import static dev.headroom.formats.emit.EmitStep.RETIREMENT;
import static dev.headroom.formats.emit.EmitStep.SCHEDULING;
import static dev.headroom.formats.emit.EmitStep.WATCHDOG;
import static dev.headroom.formats.emit.PlacedStatement.TOP;

import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.LineSyntax;
import dev.headroom.formats.emit.SpectrumCells;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;

/**
 * Writer of NVIDIA Cumulus Linux by NVUE. Statements: Cumulus Linux user guide, "Quality of
 * Service" and "RDMA over Converged Ethernet - RoCE"; NVUE reference, "QoS".
 */
final class NvueWriter implements SwitchWriter {
  private static final String QOS = "nv set qos ";
  private static final String PFC = QOS + "pfc {pfc} ";
  private static final String MARKS = QOS + "congestion-control {marking} traffic-class {queue} ";
  private static final String SCHEDULER =
      QOS + "egress-scheduler {scheduler} traffic-class {queue} ";
  private static final String PAUSED = PFC + "switch-priority ";

  private static final List<StatementForm> FORMS =
      List.of(
          line(LINK, Scope.PORT, "nv set interface {mtuPorts} link mtu {mtu}"),
          line(LINK, Scope.PORT, PFC + "cable-length {metres}"),
          line(BUFFERS, Scope.PORT, PFC + "xoff-threshold {xoff}"),
          line(BUFFERS, Scope.PORT, PFC + "port-buffer {size}"),
          line(BUFFERS, Scope.PORT, PFC + "xon-threshold {xon}"),
          line(
              BUFFERS,
              Scope.SWITCH,
              QOS
                  + "advance-buffer-config {advanced} ingress-lossless-buffer shared-alpha "
                  + "{alpha}"),
          line(PAUSE, Scope.PORT, PAUSED + "{paused}").insteadOf(PAUSED + "[\\d,-]+"),
          line(
                  QUEUES,
                  Scope.QUEUE,
                  QOS
                      + "egress-queue-mapping default-global switch-priority {class} "
                      + "traffic-class {queue}")
              .insteadOf(QOS + "egress-queue-mapping default-global switch-priority {class} .*"),
          line(SCHEDULING, Scope.STRICT, SCHEDULER + "mode strict")
              .insteadOf(SCHEDULER + "mode .*"),
          StatementForm.removal(SCHEDULING, Scope.STRICT, TOP, SCHEDULER + "bw-percent .*"),
          line(SCHEDULING, Scope.SHARE, SCHEDULER + "mode dwrr").insteadOf(SCHEDULER + "mode .*"),
          line(SCHEDULING, Scope.SHARE, SCHEDULER + "bw-percent {weight}")
              .insteadOf(SCHEDULER + "bw-percent .*"),
          line(MARKING, Scope.CLASS, MARKS + "ecn {enabled}").insteadOf(MARKS + "ecn .*"),
          line(MARKING, Scope.CLASS, MARKS + "min-threshold {kmin}")
              .insteadOf(MARKS + "min-threshold .*"),
          line(MARKING, Scope.CLASS, MARKS + "max-threshold {kmax}")
              .insteadOf(MARKS + "max-threshold .*"),
          line(MARKING, Scope.CLASS, MARKS + "probability {pmax}")
              .insteadOf(MARKS + "probability .*"),
          line(CLASSES, Scope.PORT, QOS + "mapping {mapping} trust {trustNew}")
              .insteadOf(QOS + "mapping {mapping} trust .*"),
          line(CLASSES, Scope.DSCPS, QOS + "mapping {mapping} dscp {dscps} switch-priority {class}")
              .insteadOf(QOS + "mapping {mapping} dscp [\\d,-]+ switch-priority {class}"),
          line(RETIREMENT, Scope.PORT, PAUSED + "{pause}")
              .insteadOf(PAUSED + "[\\d,-]+")
              .after("nv unset qos pfc {pfc} switch-priority"),
          line(WATCHDOG, Scope.SWITCH, QOS + "pfc-watchdog polling-interval {poll}"),
          line(WATCHDOG, Scope.SWITCH, QOS + "pfc-watchdog robustness {polls}"),
          line(WATCHDOG, Scope.PORT, "nv set interface {unwatched} qos pfc-watchdog state enabled")
              .insteadOf("nv set interface {unwatched} qos pfc-watchdog.*"));

  private static final Map<EmitStep, String> CHECKS =
      Map.of(
          LINK, "nv show interface --view mtu",
          BUFFERS, "nv show qos pfc default-global",
          PAUSE, "nv show qos pfc default-global",
          QUEUES, "nv show qos egress-queue-mapping default-global",
          SCHEDULING, "nv show qos egress-scheduler default-global",
          MARKING, "nv show qos congestion-control default-global",
          CLASSES, "nv show qos mapping default-global dscp",
          RETIREMENT, "nv show qos pfc default-global",
          WATCHDOG, "nv show qos pfc-watchdog");

  private static StatementForm line(EmitStep step, Scope scope, String text) {
    String before =
        text.substring(0, text.lastIndexOf('{') < 0 ? text.length() : text.lastIndexOf('{'));
    return StatementForm.of(step, scope, TOP, text)
        .insteadOf(before.equals(text) ? text : before + ".*");
  }

  /** Values of leaves go without the value, members of lists with it. */
  static String unset(String set) {
    String path = set.replaceFirst("^nv set ", "nv unset ");
    if (path.matches(
        ".* qos (?:mapping|egress-queue-mapping) .* (?:switch-priority|traffic-class) \\d")) {
      return path.replaceFirst(" \\S+ \\d$", "");
    }
    return path.matches(".* switch-priority [\\d,-]+") ? path : path.replaceFirst(" \\S+$", "");
  }

  @Override
  public String word() {
    return "nvue";
  }

  @Override
  public String title() {
    return "Cumulus NVUE";
  }

  @Override
  public ConfigSyntax syntax() {
    return new LineSyntax(
        List.of(),
        List.of("nv config apply -y", "nv config save"),
        LineSyntax.always(NvueWriter::unset),
        false,
        NvueYaml::file);
  }

  @Override
  public Map<String, String> ofNamedPorts() {
    return Map.of(
        "fabric.switches.mtu", "nv set interface PORTS link mtu",
        "pfc.watchdog.action", "nv set interface PORTS qos pfc-watchdog state enabled");
  }

  @Override
  public List<ValueHole> values() {
    return NvueSettings.HOLES;
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

  /** Of a watchdog that sets none: NVUE reference, {@code qos pfc-watchdog}. */
  @Override
  public Map<String, String> usual() {
    return Map.of("polling-interval", "100");
  }

  /** A watchdog that is on drops. */
  @Override
  public Map<String, String> fixed() {
    return Map.of("pfc.watchdog.action", "drop");
  }

  @Override
  public Map<String, String> missing() {
    return Map.of(
        "pfc.watchdog.action",
        "the watchdog drops, and has no other action",
        "pfc.watchdog.restorationTime",
        "the watchdog has no restoration time",
        "fabric.switches.reserved",
        "the reserve of a port follows from cable-length and the MTU",
        "fabric.switches.buffer",
        "traffic pools are percent of the chip's memory, whose size is not in the configuration");
  }

  @Override
  public Map<EmitStep, String> warnings() {
    return Map.of(
        BUFFERS,
        "switchd changes the buffers of the chip, which may drop packets for a moment (user "
            + "guide); the guide advises to leave thresholds automatic and to set cable-length");
  }

  @Override
  public List<String> notes(Map<String, String> wanted) {
    return SpectrumCells.notes(wanted);
  }

  @Override
  public ObjectNames names(HostFacts host) {
    return new NvueNames(host)::of;
  }
}
