package dev.headroom.formats.switches.junos;

import static dev.headroom.formats.emit.EmitStep.CLASSES;
import static dev.headroom.formats.emit.EmitStep.LINK;
import static dev.headroom.formats.emit.EmitStep.MARKING;
import static dev.headroom.formats.emit.EmitStep.PAUSE;
import static dev.headroom.formats.emit.EmitStep.RETIREMENT;
import static dev.headroom.formats.emit.EmitStep.WATCHDOG;
import static dev.headroom.formats.emit.PlacedStatement.TOP;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.LineSyntax;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Presence;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writer of Junos class of service, as {@code set} statements. Statements: Juniper, statement
 * references of congestion-notification-profile, forwarding-classes, classifiers, drop-profiles;
 * "Lossless Ethernet with PFC for AI/ML workloads". PFC is by code point: a class is paused by the
 * DSCPs that go into it.
 */
final class JunosWriter implements SwitchWriter {
  private static final String COS = "set class-of-service ";
  private static final String SORT = COS + "classifiers dscp {classifier} forwarding-class ";
  private static final String POINT =
      COS + "congestion-notification-profile {profile} input dscp code-point {bits} pfc";
  private static final String PORT = COS + "interfaces {port} ";
  private static final String CLASS = COS + "forwarding-classes class ";

  private static final String WATCH = COS + "congestion-notification-profile {profile} ";
  private static final String SCHEDULER = COS + "schedulers {schedulerNew} ";

  /** Queues that a received pause stops. */
  private static final String OUTPUT =
      COS
          + "congestion-notification-profile %s output ieee-802.1 code-point {priorityBits} "
          + "flow-control-queue ";

  private static final List<StatementForm> FORMS =
      List.of(
          line(LINK, Scope.PORT, "set interfaces {port} mtu {mtu}")
              .insteadOf("set interfaces {port} mtu .*"),
          line(
                  PAUSE,
                  Scope.CLASS,
                  CLASS + "{forwarding} queue-num {queue} no-loss pfc-priority {class}")
              .insteadOf(CLASS + "{forwarding} .*"),
          exactly(PAUSE, SCHEDULER + "explicit-congestion-notification"),
          exactly(
              PAUSE,
              SCHEDULER
                  + "drop-profile-map loss-priority any protocol any drop-profile {dropOther}"),
          exactly(
              PAUSE,
              COS
                  + "scheduler-maps {schedulerMap} forwarding-class {forwarding} scheduler "
                  + "{schedulerNew}"),
          line(PAUSE, Scope.PAUSED_DSCP, SORT + "{forwarding} loss-priority low code-points {bits}")
              .insteadOf(SORT + "\\S+ loss-priority \\S+ code-points {bits}"),
          line(PAUSE, Scope.PAUSED_DSCP, POINT).insteadOf(POINT + ".*"),
          output(PAUSE, "{profileOut}"),
          line(PAUSE, Scope.PORT, PORT + "congestion-notification-profile {profileNew}")
              .insteadOf(PORT + "congestion-notification-profile .*"),
          line(PAUSE, Scope.PORT, PORT + "unit 0 classifiers dscp {classifierNew}")
              .insteadOf(PORT + "unit 0 classifiers dscp .*"),
          line(
                  MARKING,
                  Scope.CLASS,
                  COS
                      + "drop-profiles {drop} interpolate {levels} drop-probability 0 "
                      + "drop-probability {pmax}")
              .insteadOf(COS + "drop-profiles {drop} interpolate .*"),
          exactly(MARKING, COS + "schedulers {scheduler} explicit-congestion-notification"),
          line(CLASSES, Scope.DSCP, CLASS + "{forwardingNew} queue-num {class}")
              .insteadOf(CLASS + "{forwardingNew} .*")
              .when(Presence.IF_ABSENT),
          line(CLASSES, Scope.DSCP, SORT + "{forwarding} loss-priority low code-points {bits}")
              .insteadOf(SORT + "\\S+ loss-priority \\S+ code-points {bits}"),
          line(CLASSES, Scope.PORT, PORT + "unit 0 classifiers dscp {classifierNew}")
              .insteadOf(PORT + "unit 0 classifiers dscp .*"),
          StatementForm.removal(RETIREMENT, Scope.UNPAUSED_DSCP, TOP, POINT + ".*"),
          StatementForm.removal(
              RETIREMENT, Scope.RETIRED, TOP, OUTPUT.formatted("{profile}") + ".*"),
          line(RETIREMENT, Scope.RETIRED, CLASS + "{forwarding} queue-num {queue}")
              .insteadOf(CLASS + "{forwarding} .*")
              .when(Presence.WHERE_SET),
          output(WATCHDOG, "{profile}"),
          line(WATCHDOG, Scope.PORT, WATCH + "{watchdog}").insteadOf(WATCH + "{watchdog}"));

  private static final Map<EmitStep, String> CHECKS =
      Map.of(
          LINK, "show interfaces | match \"Physical interface|MTU\"",
          PAUSE, "show class-of-service congestion-notification",
          MARKING, "show class-of-service drop-profile",
          CLASSES, "show class-of-service classifier type dscp",
          RETIREMENT, "show class-of-service congestion-notification",
          WATCHDOG, "show class-of-service congestion-notification");

  private static StatementForm line(EmitStep step, Scope scope, String text) {
    return StatementForm.of(step, scope, TOP, text);
  }

  /**
   * The queue of a lossless class. Without any, queues 3 and 4 stop; with one, only those that are
   * named; and the watchdog is for named ones alone (Juniper, flow-control-queue, "PFC Watchdog").
   */
  private static StatementForm output(EmitStep step, String profile) {
    String text = OUTPUT.formatted(profile);
    return line(step, Scope.CLASS, text + "{queue}").insteadOf(text + ".*");
  }

  /** A statement beside others of the same object. */
  private static StatementForm exactly(EmitStep step, String text) {
    return line(step, Scope.CLASS, text).insteadOf(text);
  }

  @Override
  public String word() {
    return "junos";
  }

  @Override
  public String title() {
    return "Juniper Junos";
  }

  /**
   * The candidate configuration is locked: {@code configure} alone would commit what others have
   * typed, and leave a refused plan there (Juniper, "Forms of the configure Command").
   */
  @Override
  public ConfigSyntax syntax() {
    return new LineSyntax(
        List.of("configure exclusive"),
        List.of("commit check", "commit", "exit"),
        JunosDeletion::of,
        true,
        (_, _) -> Optional.empty(),
        JunosLines::of);
  }

  @Override
  public List<String> lines(String statement) {
    return JunosLines.of(statement);
  }

  @Override
  public List<ValueHole> values() {
    return JunosSettings.HOLES;
  }

  @Override
  public List<StatementForm> forms() {
    return FORMS;
  }

  @Override
  public String port(int number) {
    return "et-0/0/" + number;
  }

  @Override
  public Map<EmitStep, String> checks() {
    return CHECKS;
  }

  @Override
  public Map<String, String> missing() {
    String buffer = "buffers are percent of the chip's, whose size is not in the configuration";
    String watchdog =
        "the watchdog counts polls, whose interval is the chip's; congestion-notification-profile "
            + "NAME pfc-watchdog switches it on with its own times";
    return Map.ofEntries(
        Map.entry(
            "congestion.kmin",
            "fill levels are percent of the queue's buffer, whose size is not in the configuration"),
        Map.entry(
            "congestion.kmax",
            "fill levels are percent of the queue's buffer, whose size is not in the configuration"),
        Map.entry("fabric.switches.alpha", buffer),
        Map.entry("fabric.switches.reserved", buffer),
        Map.entry("fabric.switches.buffer", buffer),
        Map.entry("fabric.switches.queueMap", "queue-num of a class is set with the class"),
        Map.entry("fabric.switches.scheduling", "shares of schedulers are not read back"),
        Map.entry("pfc.headroom", buffer),
        Map.entry("pfc.xoff", buffer),
        Map.entry("pfc.xonOffset", buffer),
        Map.entry(
            "fabric.links.cable", "a class has no cable length in the settings that are read back"),
        Map.entry("pfc.watchdog.detectionTime", watchdog),
        Map.entry("pfc.watchdog.restorationTime", watchdog),
        Map.entry("pfc.watchdog.pollInterval", watchdog));
  }

  @Override
  public List<String> gaps(ConfigState before, ConfigState after) {
    return JunosGaps.of(before, after);
  }

  @Override
  public Map<EmitStep, String> warnings() {
    String blocked =
        "a change of PFC blocks the whole port until it is done, and packets of all queues are lost "
            + "(Juniper, congestion-notification-profile)";
    return Map.of(PAUSE, blocked, RETIREMENT, blocked, WATCHDOG, blocked);
  }

  @Override
  public ObjectNames names(HostFacts host) {
    return new JunosNames(host)::of;
  }
}
