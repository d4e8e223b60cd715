package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Configuration of Enterprise SONiC (Dell, Broadcom) in the language of its shell. {@code qos map}
 * maps DSCPs to traffic classes, {@code priority-flow-control priority} of a port enables PFC,
 * {@code qos wred-policy} marks. Forms: SONiC's management framework, HLDs on QoS and RoCE.
 */
final class EnterpriseSonicConfiguration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Enterprise SONiC", "qos map dscp-tc")
          .marking(
              "give the lossless queue of each of these interfaces a wred-policy with ecn green (queue, wred-policy)",
              "ecn green, or ecn all, in this qos wred-policy")
          .watchdog(
              "interface {port}: priority-flow-control watchdog on detect-time 200, and watchdog action drop",
              "");

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
    return used(port, "queue " + priority + " wred-(?:policy|profile)").flatMap(this::curve);
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
        .first(part, "green minimum-threshold (\\d+) maximum-threshold (\\d+).*")
        .map(match -> {
          var seen = match.command().evidence();
          return WredCurve.of(
              policy,
              commands
                  .first(part, "ecn (\\S+)")
                  .map(ecn -> ecn.reported(!ecn.group(1).equals("none")))
                  .orElseGet(() -> match.reported(false)),
              ConfigCommands.bytes(match.group(1), "kb", seen),
              ConfigCommands.bytes(match.group(2), "kb", seen));
        });
  }
}
