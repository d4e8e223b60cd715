package dev.headroom.formats.switches.nxos;

import static dev.headroom.formats.emit.EmitStep.BUFFERS;
import static dev.headroom.formats.emit.EmitStep.CLASSES;
import static dev.headroom.formats.emit.EmitStep.LINK;
import static dev.headroom.formats.emit.EmitStep.MARKING;
import static dev.headroom.formats.emit.EmitStep.PAUSE;
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
import java.util.List;
import java.util.Map;

/**
 * Writer of Cisco NX-OS. Statements: Nexus 9000 Series NX-OS Quality of Service configuration
 * guide, "Configuring Classification", "Configuring Network QoS", "Configuring Queuing and
 * Scheduling" (WRED, ECN), "Configuring Priority Flow Control" (watchdog, which is switched on for
 * the switch and for each port). A queue's class is {@code c-out-8q-qN}, that of queue 0 {@code
 * c-out-8q-q-default}, and qos-group, network-qos class and PFC CoS have the same number.
 */
final class NxosWriter implements SwitchWriter {
  private static final String MAP = "class-map type qos {matching} {qosClass}";
  private static final String SORT = "policy-map type qos {qosPolicy}";
  private static final String NETWORK = "policy-map type network-qos {networkPolicy}";
  private static final String PAUSED = NETWORK + " | class type network-qos {networkClass}";
  private static final String OUT = "policy-map type queuing {outPolicy}";
  private static final String QUEUE = OUT + " | class type queuing {outClass}";
  private static final String IN = "policy-map type queuing {inPolicy}";
  private static final String WATCH = "priority-flow-control ";
  private static final String SERVED = "(?:priority(?: level \\d)?|bandwidth .*)";

  private static final List<StatementForm> FORMS =
      List.of(
          StatementForm.of(LINK, Scope.PORT, "interface {port}", "mtu {mtu}"),
          StatementForm.of(
              BUFFERS,
              Scope.CLASS,
              IN + " | class type queuing {inClass}",
              "pause buffer-size {size} pause-threshold {xoff} resume-threshold {xon}"),
          StatementForm.of(
                  BUFFERS, Scope.PORT, "system qos", "service-policy type queuing input {inNew}")
              .using(IN),
          StatementForm.of(PAUSE, Scope.CLASS, PAUSED, "pause pfc-cos {class}")
              .insteadOf("pause pfc-cos .*"),
          StatementForm.of(PAUSE, Scope.CLASS, PAUSED, "mtu {mtu}").when(Presence.COMPANION),
          StatementForm.of(
                  PAUSE,
                  Scope.PORT,
                  "system qos",
                  "service-policy type network-qos {networkPolicy}")
              .insteadOf("service-policy type network-qos .*"),
          StatementForm.of(PAUSE, Scope.PORT, "interface {port}", WATCH + "mode on")
              .insteadOf(WATCH + "mode .*"),
          StatementForm.of(SCHEDULING, Scope.STRICT, QUEUE, "priority level 1").insteadOf(SERVED),
          StatementForm.of(SCHEDULING, Scope.SHARE, QUEUE, "bandwidth remaining percent {weight}")
              .insteadOf(SERVED),
          StatementForm.of(
                  SCHEDULING,
                  Scope.PORT,
                  "system qos",
                  "service-policy type queuing output {outNew}")
              .using(OUT),
          StatementForm.of(
                  MARKING,
                  Scope.CLASS,
                  QUEUE,
                  "random-detect minimum-threshold {kmin} kbytes maximum-threshold {kmax} kbytes "
                      + "drop-probability {pmax} weight 0 ecn")
              .insteadOf("random-detect .*"),
          StatementForm.of(
                  MARKING, Scope.PORT, "system qos", "service-policy type queuing output {outNew}")
              .using(OUT),
          StatementForm.of(CLASSES, Scope.SORTER, MAP, "match dscp {dscps}")
              .insteadOf("match dscp .*")
              .afterRemoval(),
          StatementForm.removal(
              CLASSES,
              Scope.EMPTIED_SORTER,
              "policy-map type qos {sortedPolicy}",
              "class (?:type qos )?{qosClass}"),
          StatementForm.removal(
              CLASSES,
              Scope.EMPTIED_SORTER,
              "class-map type qos {matching} {mixedClass}",
              "match dscp .*"),
          StatementForm.of(CLASSES, Scope.DSCPS_LEFT, MAP, "match dscp {dscps}")
              .insteadOf("match dscp .*")
              .afterRemoval(),
          StatementForm.of(
              CLASSES, Scope.DSCPS_LEFT, SORT + " | class {qosClass}", "set qos-group {class}"),
          StatementForm.removal(CLASSES, Scope.EMPTIED, SORT, "class (?:type qos )?{qosClass}"),
          StatementForm.of(
              CLASSES, Scope.PORT, "{qosUser}", "service-policy type qos input {qosNew}"),
          StatementForm.removal(RETIREMENT, Scope.RETIRED, PAUSED, "pause pfc-cos {class}.*"),
          StatementForm.of(WATCHDOG, Scope.SWITCH, TOP, WATCH + "watch-dog interval {poll}"),
          StatementForm.of(
              WATCHDOG, Scope.SWITCH, TOP, WATCH + "watch-dog shutdown-multiplier {shutdown}"),
          StatementForm.of(
              WATCHDOG, Scope.SWITCH, TOP, WATCH + "auto-restore multiplier {restore}"),
          StatementForm.of(
                  WATCHDOG, Scope.PORT, "interface {port}", WATCH + "watch-dog-interval on")
              .insteadOf(WATCH + "watch-dog(?:-interval)? .*"),
          StatementForm.of(WATCHDOG, Scope.SWITCH, TOP, WATCH + "watch-dog-interval on")
              .insteadOf(WATCH + "watch-dog-interval .*"));

  private static final Map<EmitStep, String> CHECKS =
      Map.of(
          LINK, "show interface | include MTU",
          BUFFERS, "show policy-map system type queuing input",
          PAUSE, "show interface priority-flow-control",
          SCHEDULING, "show policy-map system type queuing output",
          MARKING, "show queuing interface",
          CLASSES, "show class-map type qos\nshow policy-map type qos",
          RETIREMENT, "show interface priority-flow-control",
          WATCHDOG, "show queuing pfc-queue detail");

  @Override
  public String word() {
    return "nxos";
  }

  @Override
  public String title() {
    return "Cisco NX-OS";
  }

  @Override
  public ConfigSyntax syntax() {
    return new IndentedSyntax(
        "configure terminal",
        List.of("copy running-config startup-config"),
        2,
        "policy-map type qos .*");
  }

  @Override
  public List<ValueHole> values() {
    return NxosSettings.HOLES;
  }

  @Override
  public List<StatementForm> forms() {
    return FORMS;
  }

  @Override
  public String port(int number) {
    return "Ethernet1/" + (number + 1);
  }

  @Override
  public Map<EmitStep, String> checks() {
    return CHECKS;
  }

  @Override
  public boolean hasPercentShares() {
    return true;
  }

  /** Of a watchdog that sets none: Nexus 9000 QoS configuration guide. */
  @Override
  public Map<String, String> usual() {
    return Map.of("watch-dog interval", "100");
  }

  /** A watchdog that is on drops. */
  @Override
  public Map<String, String> fixed() {
    return Map.of("pfc.watchdog.action", "drop");
  }

  @Override
  public Map<String, String> missing() {
    return Map.of(
        "fabric.switches.alpha",
        "a class that pauses has fixed thresholds and no share of the buffer",
        "pfc.watchdog.action",
        "the watchdog drops, and has no other action",
        "fabric.switches.queueMap",
        "a qos-group has the queue of its own number");
  }

  @Override
  public Map<EmitStep, String> warnings() {
    return Map.of(
        CLASSES,
        "between no match dscp and match dscp the DSCPs of that class map are in class-default:"
            + " send no RDMA traffic meanwhile");
  }

  @Override
  public ObjectNames names(HostFacts host) {
    return new NxosNames(host);
  }
}
