package dev.headroom.formats.switches.onyx;

import static dev.headroom.formats.emit.EmitStep.BUFFERS;
import static dev.headroom.formats.emit.EmitStep.CLASSES;
import static dev.headroom.formats.emit.EmitStep.LINK;
import static dev.headroom.formats.emit.EmitStep.MARKING;
import static dev.headroom.formats.emit.EmitStep.PAUSE;
import static dev.headroom.formats.emit.EmitStep.RETIREMENT;
import static dev.headroom.formats.emit.EmitStep.SCHEDULING;
import static dev.headroom.formats.emit.PlacedStatement.TOP;

import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.LineSyntax;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writer of Mellanox Onyx. Statements: Onyx user manual, "Quality of Service" (congestion control,
 * ETS, trust), "Priority Flow Control" and "Shared Buffers".
 */
final class OnyxWriter implements SwitchWriter {
  private static final String ECN =
      "interface ethernet {ecnPorts} traffic-class {queue} congestion-control ";
  private static final String ETS = "interface ethernet {etsPorts} traffic-class {queue} dcb ets ";
  private static final String GROUP =
      "interface ethernet {groupPorts} ingress-buffer iPort.pg{group} ";
  private static final String GROUP_PATTERN =
      "interface ethernet {groupPorts} ingress-buffer iPort\\.pg{group} ";
  private static final String BOUND =
      "interface ethernet {groupPorts} ingress-buffer iPort.pg{bound} ";
  private static final String ENABLED = "dcb priority-flow-control ";

  private static final List<StatementForm> FORMS =
      List.of(
          line(LINK, Scope.PORT, "interface ethernet {mtuPorts} mtu {mtu} force", ".*"),
          line(BUFFERS, Scope.CLASS, BOUND + "bind switch-priority {class}", "")
              .insteadOf(GROUP_PATTERN + "bind switch-priority {class}"),
          line(
                  BUFFERS,
                  Scope.CLASS,
                  GROUP
                      + "map pool {pool} type lossless reserved {size} xoff {reserved} xon {xon} "
                      + "shared alpha {alpha}",
                  "")
              .insteadOf(GROUP_PATTERN + "map pool .*"),
          StatementForm.of(PAUSE, Scope.SWITCH, TOP, ENABLED + "{enableNew}"),
          line(PAUSE, Scope.CLASS, ENABLED + "priority {class} enable", "")
              .insteadOf(ENABLED + "priority {class} enable.*"),
          line(PAUSE, Scope.PORT, "interface ethernet {unpaused} " + ENABLED + "mode on force", "")
              .insteadOf("interface ethernet {unpaused} " + ENABLED + "mode .*"),
          line(SCHEDULING, Scope.STRICT, ETS + "strict", "").insteadOf(ETS + ".*"),
          line(SCHEDULING, Scope.SHARE, ETS + "wrr {weight}", "").insteadOf(ETS + ".*"),
          line(
                  MARKING,
                  Scope.CLASS,
                  ECN + "ecn minimum-absolute {kmin} maximum-absolute {kmax}",
                  "")
              .insteadOf(ECN + "(?:ecn|red|both) .*"),
          line(CLASSES, Scope.PORT, "interface ethernet {untrusted} qos trust L3", "")
              .insteadOf("interface ethernet {untrusted} qos trust .*"),
          StatementForm.removal(
              RETIREMENT, Scope.RETIRED, TOP, ENABLED + "priority {class} enable.*"));

  private static final Pattern OF_PORT = Pattern.compile("(interface ethernet \\S+ )(.*)");

  private static final Map<EmitStep, String> CHECKS =
      Map.of(
          LINK, "show interfaces ethernet status",
          BUFFERS, "show buffers details",
          PAUSE, "show dcb priority-flow-control",
          SCHEDULING, "show dcb ets",
          MARKING, "show interfaces ethernet congestion-control",
          CLASSES, "show qos mapping ingress",
          RETIREMENT, "show dcb priority-flow-control");

  private static StatementForm line(EmitStep step, Scope scope, String text, String end) {
    StatementForm form = StatementForm.of(step, scope, TOP, text);
    return end.isEmpty() ? form : form.insteadOf(text.substring(0, text.lastIndexOf('{')) + end);
  }

  @Override
  public String word() {
    return "onyx";
  }

  @Override
  public String title() {
    return "Mellanox Onyx";
  }

  @Override
  public ConfigSyntax syntax() {
    return new LineSyntax(
        List.of("enable", "configure terminal"),
        List.of("configuration write"),
        LineSyntax.always(OnyxWriter::taken),
        false);
  }

  /**
   * The command that takes another one back: of a port, {@code no} stands behind the port, and the
   * values go (Ansible's module onyx_pfc_interface).
   */
  private static String taken(String set) {
    if (set.startsWith("no ")) {
      return set.substring(3);
    }
    Matcher port = OF_PORT.matcher(set);
    return port.matches()
        ? port.group(1)
            + "no "
            + port.group(2)
                .replaceFirst("^(dcb priority-flow-control mode) on", "$1")
                .replaceFirst("^(mtu) \\d+.*", "$1")
                .replaceFirst("^(traffic-class \\d (?:congestion-control|dcb ets)) .*", "$1")
                .replaceFirst("^(ingress-buffer \\S+ map) .*", "$1")
                .replaceFirst("^(qos trust) \\S+", "$1")
        : "no " + set;
  }

  @Override
  public List<ValueHole> values() {
    return OnyxSettings.HOLES;
  }

  @Override
  public List<StatementForm> forms() {
    return FORMS;
  }

  @Override
  public String port(int number) {
    return "Eth1/" + (number + 1);
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
    String watchdog = "the watchdog of a port is on or off (pfc-wd), without a setting for it";
    return Map.ofEntries(
        Map.entry(
            "congestion.pmax", "the documentation at hand names no command for the share of marks"),
        Map.entry(
            "fabric.switches.dscpMap",
            "qos trust L3 maps eight DSCPs to each class, and no other map is read back"),
        Map.entry("fabric.switches.queueMap", "a class has the queue of its own number"),
        Map.entry("fabric.switches.buffer", "the size of a pool is not read back"),
        Map.entry("pfc.xoff", "a lossless buffer has an xoff within its reserve alone"),
        Map.entry("pfc.watchdog.action", watchdog),
        Map.entry("pfc.watchdog.detectionTime", watchdog),
        Map.entry("pfc.watchdog.restorationTime", watchdog),
        Map.entry("pfc.watchdog.pollInterval", watchdog),
        Map.entry("fabric.links.cable", "headroom is set in bytes, and no cable length is"));
  }

  /** Ansible's modules onyx_interface and onyx_qos. */
  @Override
  public Map<EmitStep, String> warnings() {
    return Map.of(
        LINK,
        "force takes the port down for a moment",
        BUFFERS,
        "buffers of a port are for advanced buffer configuration; without it, a class is lossless by"
            + " traffic pool NAME type lossless and map switch-priority (Onyx, \"Shared Buffers\")",
        CLASSES,
        "a port that rewrites DSCPs keeps its trust: no qos rewrite dscp comes first there");
  }

  @Override
  public ObjectNames names(HostFacts host) {
    OnyxNames names = new OnyxNames(host);
    return new ObjectNames() {
      @Override
      public Map<String, String> of(String port, int trafficClass, int queue) {
        return names.of(port, trafficClass, queue, Map.of());
      }

      @Override
      public Map<String, String> of(
          String port, int trafficClass, int queue, Map<String, String> values) {
        return names.of(port, trafficClass, queue, values);
      }
    };
  }
}
