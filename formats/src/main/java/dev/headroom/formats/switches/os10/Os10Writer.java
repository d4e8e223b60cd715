package dev.headroom.formats.switches.os10;

import static dev.headroom.formats.emit.EmitStep.BUFFERS;
import static dev.headroom.formats.emit.EmitStep.CLASSES;
import static dev.headroom.formats.emit.EmitStep.LINK;
import static dev.headroom.formats.emit.EmitStep.MARKING;
import static dev.headroom.formats.emit.EmitStep.PAUSE;
import static dev.headroom.formats.emit.EmitStep.QUEUES;
import static dev.headroom.formats.emit.EmitStep.RETIREMENT;
import static dev.headroom.formats.emit.EmitStep.SCHEDULING;

import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.IndentedSyntax;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Presence;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;

/**
 * Writer of Dell SmartFabric OS10. Statements: OS10 user guide, "Quality of service" (trust
 * dscp-map, qos-map traffic-class, wred, class-map and policy-map of the types queuing and
 * network-qos, priority-flow-control mode). Thresholds and buffers are kilobytes.
 */
final class Os10Writer implements SwitchWriter {
  private static final String NETWORK = "policy-map type network-qos {networkPolicy}";
  private static final String PAUSED = NETWORK + " | class {networkClass}";
  private static final String PAUSED_CLASS = "class-map type network-qos {networkClass}";
  private static final String QUEUE = "policy-map type queuing {outPolicy} | class {outClass}";
  private static final String SERVED = "(?:priority|bandwidth percent .*)";
  private static final String WRED = "wred {wred}";

  private static final List<StatementForm> FORMS =
      List.of(
          StatementForm.of(LINK, Scope.PORT, "interface {port}", "mtu {mtu}"),
          StatementForm.of(BUFFERS, Scope.CLASS, PAUSED_CLASS, "match qos-group {class}")
              .when(Presence.COMPANION),
          StatementForm.of(
                  BUFFERS,
                  Scope.CLASS,
                  PAUSED,
                  "pause buffer-size {size} pause-threshold {xoff} resume-threshold {xon}")
              .insteadOf("pause\\b.*"),
          StatementForm.of(PAUSE, Scope.CLASS, PAUSED_CLASS, "match qos-group {class}"),
          StatementForm.of(PAUSE, Scope.CLASS, PAUSED, "{pauseNew}")
              .insteadOf("pause\\b.*")
              .when(Presence.IF_ABSENT),
          StatementForm.of(PAUSE, Scope.CLASS, PAUSED, "pfc-cos {class}"),
          StatementForm.of(
              PAUSE,
              Scope.PORT,
              "{networkUser}",
              "service-policy input type network-qos {networkPolicy}"),
          StatementForm.of(PAUSE, Scope.PORT, "{pfcUser}", "priority-flow-control mode on")
              .insteadOf("priority-flow-control mode .*"),
          StatementForm.of(
                  QUEUES,
                  Scope.QUEUE,
                  "qos-map traffic-class {queueMap}",
                  "queue {queue} qos-group {class}")
              .insteadOf("queue \\d qos-group {class}(?: .*)?"),
          StatementForm.of(QUEUES, Scope.PORT, "{queueUser}", "qos-map traffic-class {queueMap}"),
          StatementForm.of(
              SCHEDULING, Scope.STRICT, "class-map type queuing {outClass}", "match queue {queue}"),
          StatementForm.of(SCHEDULING, Scope.STRICT, QUEUE, "priority").insteadOf(SERVED),
          StatementForm.of(
              SCHEDULING, Scope.SHARE, "class-map type queuing {outClass}", "match queue {queue}"),
          StatementForm.of(SCHEDULING, Scope.SHARE, QUEUE, "bandwidth percent {weight}")
              .insteadOf(SERVED),
          StatementForm.of(
                  SCHEDULING,
                  Scope.PORT,
                  "{outUser}",
                  "service-policy output type queuing {outPolicy}")
              .using("policy-map type queuing {outPolicy}"),
          StatementForm.of(
                  MARKING,
                  Scope.CLASS,
                  WRED,
                  "random-detect color green minimum-threshold {kmin} maximum-threshold {kmax} "
                      + "drop-probability {pmax}")
              .insteadOf("random-detect color green .*"),
          StatementForm.of(MARKING, Scope.CLASS, WRED, "random-detect ecn"),
          StatementForm.of(
              MARKING, Scope.CLASS, "class-map type queuing {outClass}", "match queue {queue}"),
          StatementForm.of(MARKING, Scope.CLASS, QUEUE, "random-detect {wred}"),
          StatementForm.of(
                  MARKING,
                  Scope.PORT,
                  "{outUser}",
                  "service-policy output type queuing {outPolicy}")
              .using("policy-map type queuing {outPolicy}"),
          StatementForm.of(
                  CLASSES,
                  Scope.DSCPS,
                  "trust dscp-map {trustMap}",
                  "qos-group {class} dscp {dscps}")
              .insteadOf("qos-group {class} dscp .*"),
          StatementForm.of(CLASSES, Scope.PORT, "{trustUser}", "trust-map dscp {trustMap}"),
          StatementForm.removal(RETIREMENT, Scope.RETIRED, PAUSED, "pause\\b.*"),
          StatementForm.removal(RETIREMENT, Scope.RETIRED, PAUSED, "pfc-cos {class}"));

  private static final Map<EmitStep, String> CHECKS =
      Map.of(
          LINK, "show interface status",
          BUFFERS, "show policy-map type network-qos",
          PAUSE, "show interface priority-flow-control details",
          QUEUES, "show qos maps",
          SCHEDULING, "show policy-map type queuing",
          MARKING, "show qos wred-profile",
          CLASSES, "show qos maps",
          RETIREMENT, "show interface priority-flow-control details");

  @Override
  public String word() {
    return "os10";
  }

  @Override
  public String title() {
    return "Dell OS10";
  }

  @Override
  public ConfigSyntax syntax() {
    return new IndentedSyntax("configure terminal", List.of("write memory"), 1);
  }

  @Override
  public List<ValueHole> values() {
    return Os10Settings.HOLES;
  }

  @Override
  public List<StatementForm> forms() {
    return FORMS;
  }

  @Override
  public String port(int number) {
    return "ethernet1/1/" + (number + 1);
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
    String watchdog = "not every release of OS10 has a PFC watchdog, and none has its times";
    return Map.of(
        "fabric.switches.alpha",
        "the share of the buffer that each weight of thresh-mode dynamic stands for is not "
            + "published",
        "fabric.switches.reserved",
        "a network-qos class has a buffer size in all, and no reserve of its own",
        "fabric.switches.buffer",
        "the size of the buffer is the chip's",
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
    return Map.of(BUFFERS, "stop traffic before buffers change (OS10 user guide)");
  }

  @Override
  public ObjectNames names(HostFacts host) {
    return new Os10Names(host)::of;
  }
}
