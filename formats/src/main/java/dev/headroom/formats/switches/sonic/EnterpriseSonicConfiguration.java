package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.ReferenceSyntax;
import dev.headroom.formats.switches.SettingKind;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Configuration of Enterprise SONiC (Dell, Broadcom) in the language of its shell. {@code qos map}
 * maps DSCPs to traffic classes, {@code priority-flow-control priority} of a port enables PFC,
 * {@code qos wred-policy} marks. Forms: SONiC's management framework, HLDs on QoS and RoCE.
 */
final class EnterpriseSonicConfiguration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Enterprise SONiC", "qos map dscp-tc")
          .marking(
              "queue N wred-policy POLICY at each of these interfaces, N the lossless queue, with ecn green in that policy",
              "ecn green, or ecn all, in this qos wred-policy")
          .watchdog(
              "priority-flow-control watchdog on detect-time 200, and watchdog action drop, at each of these interfaces");

  private static final SettingKind DSCP = SettingKind.of("qos map dscp-tc");
  private static final SettingKind QUEUES = SettingKind.of("qos map tc-queue");
  private static final SettingKind GROUPS = SettingKind.of("qos map tc-pg");
  private static final SettingKind PAUSED = SettingKind.of("qos map pfc-priority-queue");
  private static final SettingKind CURVE = SettingKind.of("qos wred-policy");
  private static final SettingKind SCHEDULER = SettingKind.of("qos scheduler-policy").spare();
  private static final ReferenceSyntax REFERENCES =
      new ReferenceSyntax(
          Stream.of(DSCP, QUEUES, GROUPS, PAUSED, CURVE, SCHEDULER)
              .map(kind -> new ReferenceSyntax.Row(kind, "configuration", kind.name() + " (\\S+)"))
              .toList(),
          List.of(
              use(DSCP, "qos-map dscp-tc (\\S+)"),
              use(QUEUES, "qos-map tc-queue (\\S+)"),
              use(GROUPS, "qos-map tc-pg (\\S+)"),
              use(PAUSED, "qos-map pfc-priority-queue (\\S+)"),
              use(CURVE, "queue \\d wred-(?:policy|profile) (\\S+)"),
              use(SCHEDULER, "scheduler-policy (\\S+)")));

  private static ReferenceSyntax.Row use(SettingKind kind, String text) {
    return new ReferenceSyntax.Row(kind, "interface .*", text);
  }

  EnterpriseSonicConfiguration(HostFacts host) {
    super(WORDS, host);
  }

  @Override
  protected boolean isPresent() {
    return commands.has("configuration", "qos (map (dscp-tc|tc-pg|tc-queue)|wred-policy) \\S+")
        || commands.has(
            "interface Eth.*", "(qos-map (dscp-tc|tc-pg|tc-queue)|scheduler-policy) \\S+")
        || commands.has("interface Eth.*", "queue \\d wred-policy \\S+");
  }

  @Override
  protected List<String> ports() {
    return commands.interfaces("Eth(?:ernet)?\\d[\\d/]*");
  }

  /** The last word of a command of a port. */
  private Optional<String> used(String port, String command) {
    return commands
        .first(ConfigCommands.inInterface(port), command + " (\\S+)")
        .map(match -> match.group(1));
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    SortedSet<Integer> priorities = new TreeSet<>();
    ReportedValue<SortedSet<Integer>> said =
        ReportedValue.unreported("priority-flow-control priority of " + port);
    for (ConfigCommands.Match each :
        commands.find(
            ConfigCommands.inInterface(port),
            "(?:priority-flow-control|pfc) priority ([\\d,-]+)")) {
      priorities.addAll(ConfigCommands.numbers(each.group(1)));
      said = each.reported(priorities);
    }
    return said;
  }

  @Override
  protected ReferenceSyntax referenceSyntax() {
    return REFERENCES;
  }

  @Override
  protected ReportedValue<Long> queue(String port, int trafficClass) {
    return mapped(port, "tc-queue", "traffic-class ([\\d,-]+) queue (\\d)", trafficClass)
        .orElseReported(super.queue(port, trafficClass));
  }

  @Override
  protected ReportedValue<Long> pausedQueue(String port, int priority) {
    return mapped(port, "pfc-priority-queue", "pfc-priority ([\\d,-]+) queue (\\d)", priority)
        .orElseReported(super.pausedQueue(port, priority));
  }

  private ReportedValue<Long> mapped(String port, String map, String row, int number) {
    return used(port, "qos-map " + map).stream()
        .flatMap(name -> commands.find("qos map " + map + " " + Pattern.quote(name), row).stream())
        .filter(match -> ConfigCommands.numbers(match.group(1)).contains(number))
        .findFirst()
        .<ReportedValue<Long>>map(match -> match.reported(Long.valueOf(match.group(2))))
        .orElseGet(() -> ReportedValue.unreported("qos-map " + map + " of " + port));
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    return allPfcPrioritiesIf(
        commands.first(ConfigCommands.inInterface(port), "priority-flow-control watchdog on\\b.*"),
        true,
        port,
        "priority-flow-control watchdog on of " + port);
  }

  /** It is off at a port that does not switch it on. */
  @Override
  protected boolean isWatchdogKnown() {
    return true;
  }

  @Override
  protected DscpClasses classes(String port) {
    return DscpClasses.ofEachDscp(dscp -> trafficClass(port, dscp));
  }

  private ReportedValue<Long> trafficClass(String port, int dscp) {
    Optional<String> map = used(port, "qos-map dscp-tc");
    if (map.isEmpty()) {
      return ReportedValue.unreported("qos-map dscp-tc of " + port);
    }
    for (ConfigCommands.Match row :
        commands.find(
            "qos map dscp-tc " + Pattern.quote(map.get()), "dscp ([\\d,-]+) traffic-class (\\d)")) {
      if (ConfigCommands.numbers(row.group(1)).contains(dscp)) {
        return row.reported(Long.parseLong(row.group(2)));
      }
    }
    return ReportedValue.unreported("qos map dscp-tc " + map.get() + " of DSCP " + dscp);
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int queue) {
    return used(port, "scheduler-policy")
        .flatMap(policy ->
            commands.first(
                "qos scheduler-policy " + Pattern.quote(policy) + " \\| queue " + queue,
                "type (\\S+)"))
        .map(type -> type.reported(type.group(1).equals("strict")))
        .orElseGet(() -> super.strict(port, queue));
  }

  @Override
  protected boolean isMarkingKnown() {
    return true;
  }

  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    long queue = queue(port, priority).orElse((long) priority);
    return used(port, "queue " + queue + " wred-(?:policy|profile)").flatMap(this::curve);
  }

  @Override
  protected List<WredCurve> curves() {
    return commands.find("configuration", "qos wred-policy (\\S+)").stream()
        .flatMap(match -> curve(match.group(1)).stream())
        .toList();
  }

  /** Thresholds are kilobytes; a policy that says nothing of ECN drops. */
  private Optional<WredCurve> curve(String policy) {
    String part = "qos wred-policy " + Pattern.quote(policy);
    return commands
        .first(
            part,
            "green minimum-threshold (\\d+) maximum-threshold (\\d+)(?: drop-probability (\\d{1,3}))?.*")
        .map(match -> {
          Optional<ConfigCommands.Match> ecn = commands.first(part, "ecn (\\S+)");
          boolean other = ecn.isPresent() && ecn.get().group(1).matches("yellow|red|yellow[_-]red");
          ReportedValue<Boolean> marks =
              ecn.map(mode -> mode.reported(mode.group(1).matches("all|.*green.*")))
                  .orElseGet(() -> match.reported(false));
          return new WredCurve(
              policy,
              other
                  ? new WredCurve.Marking(marks, "its ecn does not mark green packets")
                  : WredCurve.Marking.orDrops(marks),
              match.depth(match.group(1), "kb"),
              match.depth(match.group(2), "kb"),
              match.percent(3));
        });
  }
}
