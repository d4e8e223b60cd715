package dev.headroom.formats.switches.eos;

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
import dev.headroom.formats.emit.IndentedSyntax;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Presence;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of Arista EOS. Statements: Arista's AVD, templates qos, qos-profiles and
 * priority-flow-control, and their expected outputs; EOS user manual, "Quality of Service" and
 * "Priority Flow Control".
 */
final class EosWriter implements SwitchWriter {
  private static final String HOME = "{home}";
  private static final String QUEUE = "{home} | {txQueue} {queue}";
  private static final String WATCH = "priority-flow-control pause watchdog ";
  private static final String DEFAULT = WATCH + "default ";

  private static final List<StatementForm> FORMS =
      List.of(
          StatementForm.of(LINK, Scope.PORT, "interface {port}", "mtu {mtu}"),
          StatementForm.of(
                  PAUSE, Scope.CLASS, HOME, "priority-flow-control priority {class} no-drop")
              .insteadOf("priority-flow-control priority {class} (?:no-)?drop"),
          StatementForm.of(PAUSE, Scope.PORT, HOME, "priority-flow-control on")
              .insteadOf("(?:no )?priority-flow-control(?: mode)?(?: on| off)?"),
          StatementForm.of(PAUSE, Scope.PORT, "{user}", "service-profile {profile}")
              .using("qos profile {profile}"),
          StatementForm.of(
                  QUEUES, Scope.QUEUE, TOP, "qos map traffic-class {class} to tx-queue {queue}")
              .insteadOf("qos map traffic-class {class} to (?:uc-)?tx-queue .*"),
          StatementForm.of(SCHEDULING, Scope.SHARE, QUEUE, "no priority")
              .insteadOf("(?:no )?priority.*"),
          StatementForm.of(SCHEDULING, Scope.SHARE, QUEUE, "bandwidth percent {weight}")
              .insteadOf("bandwidth (?:guaranteed )?percent .*"),
          StatementForm.of(SCHEDULING, Scope.STRICT, QUEUE, "priority strict")
              .insteadOf("(?:no )?priority.*"),
          StatementForm.of(SCHEDULING, Scope.PORT, "{user}", "service-profile {profile}")
              .using("qos profile {profile}"),
          StatementForm.of(
                  MARKING,
                  Scope.CLASS,
                  QUEUE,
                  "random-detect ecn minimum-threshold {kmin} bytes maximum-threshold {kmax} bytes "
                      + "max-mark-probability {pmax} weight 0")
              .insteadOf("random-detect (?:ecn|drop) .*minimum-threshold .*"),
          StatementForm.of(MARKING, Scope.PORT, "{user}", "service-profile {profile}")
              .using("qos profile {profile}"),
          StatementForm.of(
                  CLASSES, Scope.DSCPS, TOP, "qos map dscp {dscpsSpaced} to traffic-class {class}")
              .insteadOf("qos map dscp [\\d ,-]+ to traffic-class {class}(?: .*)?"),
          StatementForm.of(CLASSES, Scope.PORT, HOME, "qos trust dscp")
              .insteadOf("(?:no )?qos trust.*"),
          StatementForm.of(CLASSES, Scope.PORT, "{user}", "service-profile {profile}")
              .using("qos profile {profile}"),
          StatementForm.removal(
              RETIREMENT, Scope.RETIRED, HOME, "priority-flow-control priority {class} no-drop"),
          StatementForm.of(WATCHDOG, Scope.SWITCH, TOP, WATCH + "action {action}"),
          StatementForm.of(WATCHDOG, Scope.SWITCH, TOP, DEFAULT + "timeout {timeout}"),
          StatementForm.of(WATCHDOG, Scope.SWITCH, TOP, DEFAULT + "recovery-time {recovery}"),
          StatementForm.of(WATCHDOG, Scope.SWITCH, TOP, DEFAULT + "polling-interval {poll}"),
          StatementForm.of(
                  WATCHDOG,
                  Scope.PORT,
                  HOME,
                  WATCH
                      + "port timer timeout {timeout} polling-interval {poll} recovery-time "
                      + "{recovery}")
              .when(Presence.WHERE_SET),
          StatementForm.of(WATCHDOG, Scope.PORT, HOME, "priority-flow-control pause watchdog"));

  private static final Map<EmitStep, String> CHECKS =
      Map.of(
          LINK, "show interfaces | include MTU",
          PAUSE, "show priority-flow-control",
          QUEUES, "show qos maps",
          SCHEDULING, "show qos profile",
          MARKING, "show qos profile\nshow qos interfaces",
          CLASSES, "show qos maps",
          RETIREMENT, "show priority-flow-control",
          WATCHDOG, "show running-config | include watchdog");

  @Override
  public String word() {
    return "eos";
  }

  @Override
  public String title() {
    return "Arista EOS";
  }

  @Override
  public ConfigSyntax syntax() {
    return new IndentedSyntax("configure", List.of("write memory"), 3);
  }

  @Override
  public List<ValueHole> values() {
    return EosSettings.HOLES;
  }

  @Override
  public List<StatementForm> forms() {
    return FORMS;
  }

  @Override
  public String port(int number) {
    return "Ethernet" + (number + 1) + "/1";
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
    String chip = "EOS sets buffers by platform commands of the chip";
    return Map.of(
        "pfc.headroom", chip,
        "pfc.xoff", chip,
        "pfc.xonOffset", chip,
        "fabric.switches.alpha", chip,
        "fabric.switches.reserved", chip,
        "fabric.switches.buffer", chip);
  }

  /** The profile of a port; the port's own part where it has settings there and no profile. */
  @Override
  public ObjectNames names(HostFacts host) {
    ConfigCommands commands = ConfigCommands.of(host);
    boolean unicast = commands.has(".*", "uc-tx-queue \\d");
    return (port, trafficClass, queue) -> {
      String own = ConfigCommands.inInterface(port);
      String profile =
          commands.first(own, "service-profile (\\S+)").map(match -> match.group(1)).orElse("");
      boolean isOwn =
          profile.isEmpty()
              && (commands.has(own, "priority-flow-control.*")
                  || commands.has(own, "(?:uc-)?tx-queue .*"));
      Map<String, String> names = new LinkedHashMap<>();
      names.put("txQueue", unicast ? "uc-tx-queue" : "tx-queue");
      if (isOwn) {
        names.put("home", "interface " + port);
      } else {
        String name = profile.isEmpty() ? "HEADROOM" : profile;
        names.put("home", "qos profile " + name);
        names.put("profile", name);
        names.put("user", "interface " + port);
      }
      return names;
    };
  }
}
