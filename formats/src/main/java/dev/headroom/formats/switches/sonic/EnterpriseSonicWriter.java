package dev.headroom.formats.switches.sonic;

import static dev.headroom.formats.emit.EmitStep.CLASSES;
import static dev.headroom.formats.emit.EmitStep.LINK;
import static dev.headroom.formats.emit.EmitStep.MARKING;
import static dev.headroom.formats.emit.EmitStep.PAUSE;
import static dev.headroom.formats.emit.EmitStep.QUEUES;
import static dev.headroom.formats.emit.EmitStep.RETIREMENT;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.IndentedSyntax;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writer of the shell of Enterprise SONiC. Statements: SONiC management framework, HLDs on QoS and
 * RoCE. Thresholds are kilobytes, 1 to 12,480.
 */
final class EnterpriseSonicWriter implements SwitchWriter {
  private static final String PORT = "interface {port}";
  private static final String POLICY = "qos wred-policy {policy}";

  private static final String PAUSED = "priority-flow-control priority ";

  private static final List<StatementForm> FORMS =
      List.of(
          StatementForm.of(LINK, Scope.PORT, PORT, "mtu {mtu}"),
          StatementForm.of(PAUSE, Scope.CLASS, PORT, "priority-flow-control priority {class}")
              .insteadOf("(?:priority-flow-control|pfc) priority {class}"),
          StatementForm.of(
                  QUEUES,
                  Scope.QUEUE,
                  "qos map tc-queue {queueMap}",
                  "traffic-class {class} queue {queue}")
              .insteadOf("traffic-class {class} queue .*"),
          StatementForm.of(QUEUES, Scope.PORT, PORT, "qos-map tc-queue {queueMap}"),
          StatementForm.of(
                  MARKING,
                  Scope.CLASS,
                  POLICY,
                  "green minimum-threshold {kmin} maximum-threshold {kmax} drop-probability {pmax}")
              .insteadOf("green .*"),
          StatementForm.of(MARKING, Scope.CLASS, POLICY, "ecn green").insteadOf("ecn .*"),
          StatementForm.of(MARKING, Scope.CLASS, PORT, "queue {queue} wred-policy {policy}")
              .insteadOf("queue {queue} wred-(?:policy|profile) .*"),
          StatementForm.of(
                  CLASSES,
                  Scope.DSCPS,
                  "qos map dscp-tc {dscpMap}",
                  "dscp {dscps} traffic-class {class}")
              .insteadOf("dscp [\\d,-]+ traffic-class {class}"),
          StatementForm.of(CLASSES, Scope.PORT, PORT, "qos-map dscp-tc {dscpMap}"),
          StatementForm.removal(
              RETIREMENT, Scope.RETIRED, PORT, "(?:priority-flow-control|pfc) priority {class}"));

  @Override
  public String word() {
    return "enterprise-sonic";
  }

  @Override
  public String title() {
    return "Enterprise SONiC";
  }

  @Override
  public boolean isOf(HostFacts host) {
    return new SonicConfiguration(host).read().isEmpty();
  }

  @Override
  public ConfigSyntax syntax() {
    return new IndentedSyntax("configure terminal", List.of("write memory"), 1);
  }

  @Override
  public List<ValueHole> values() {
    return SonicSettings.SHELL_HOLES;
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
    return Map.of(
        LINK, "show interface status",
        PAUSE, "show priority-flow-control",
        QUEUES, "show qos map tc-queue",
        MARKING, "show qos wred-policy",
        CLASSES, "show qos map dscp-tc",
        RETIREMENT, "show priority-flow-control");
  }

  @Override
  public Map<String, String> missing() {
    String buffers = "buffer profiles of the shell are not read back; CONFIG_DB has them";
    String watchdog = "watchdog times of the shell are not read back; CONFIG_DB has them";
    return Map.ofEntries(
        Map.entry("fabric.switches.alpha", buffers),
        Map.entry("fabric.switches.reserved", buffers),
        Map.entry("fabric.switches.buffer", buffers),
        Map.entry("fabric.links.cable", buffers),
        Map.entry("pfc.headroom", buffers),
        Map.entry("pfc.xoff", buffers),
        Map.entry("pfc.xonOffset", buffers),
        Map.entry(
            "fabric.switches.scheduling",
            "shares of a scheduler-policy are not read back; CONFIG_DB has them"),
        Map.entry("pfc.watchdog.action", watchdog),
        Map.entry("pfc.watchdog.detectionTime", watchdog),
        Map.entry("pfc.watchdog.restorationTime", watchdog),
        Map.entry("pfc.watchdog.pollInterval", watchdog));
  }

  /** Dell's Ansible collection enterprise_sonic, module sonic_qos_buffer. */
  @Override
  public List<String> gaps(ConfigState before, ConfigState after) {
    boolean pauses =
        after.all().stream()
            .anyMatch(each ->
                each.text().startsWith(PAUSED)
                    && !before
                        .find(each.place(), Pattern.compile(Pattern.quote(each.text())))
                        .contains(each));
    boolean isLossless =
        after.all().stream().anyMatch(each -> each.text().startsWith("buffer init lossless"));
    return pauses && !isLossless
        ? List.of(
            "PFC needs buffer init lossless, which the switch asks to save and restart for: it is"
                + " not written; without it a paused class has no headroom")
        : List.of();
  }

  @Override
  public ObjectNames names(HostFacts host) {
    ConfigCommands commands = ConfigCommands.of(host);
    return (port, trafficClass, queue) -> {
      Map<String, String> names = new LinkedHashMap<>();
      names.put("dscpMap", used(commands, port, "qos-map dscp-tc").orElse("HEADROOM"));
      names.put("queueMap", used(commands, port, "qos-map tc-queue").orElse("HEADROOM"));
      names.put(
          "policy",
          used(commands, port, "queue " + queue + " wred-(?:policy|profile)")
              .orElse("HEADROOM-" + queue));
      return names;
    };
  }

  private static Optional<String> used(ConfigCommands commands, String port, String command) {
    return commands
        .first(ConfigCommands.inInterface(port), command + " (\\S+)")
        .map(match -> match.group(1));
  }
}
