package dev.headroom.formats.switches.os10;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Configuration of Dell SmartFabric OS10 (user guide, "Quality of service"; "RoCE with PFC and
 * ECN"): {@code trust dscp-map} maps DSCPs to qos-groups, a policy of type network-qos enables PFC,
 * {@code wred} profiles mark.
 */
final class Os10Configuration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Dell OS10", "trust dscp-map")
          .marking(
              "add random-detect, with a wred profile that has random-detect ecn, to the class of "
                  + "the lossless queue in the policy-map type queuing",
              "random-detect ecn in this wred profile");

  private static final String SYSTEM = "system qos";

  Os10Configuration(HostFacts host) {
    super(WORDS, host);
  }

  @Override
  protected boolean isPresent() {
    return commands.has("configuration", "trust dscp-map \\S+")
        || commands.has(".*", "service-policy (input|output) type (network-qos|queuing|qos) .*")
        || commands.has("configuration", "interface ethernet\\d+/\\d+/\\d+(:\\d)?");
  }

  @Override
  protected List<String> ports() {
    return commands.interfaces("(?:range )?ethernet[\\d/:,-]+");
  }

  /** What a port takes, or the whole switch where the port says nothing. */
  private Optional<String> used(String port, String command) {
    return commands
        .first(ConfigCommands.inInterface(port), command)
        .or(() -> commands.first(SYSTEM, command))
        .map(match -> match.group(1));
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    Optional<ConfigCommands.Match> mode =
        commands
            .first(ConfigCommands.inInterface(port), "priority-flow-control mode (on|off)")
            .or(() -> commands.first(SYSTEM, "priority-flow-control mode (on|off)"));
    if (mode.isEmpty()) {
      return ReportedValue.unreported("priority-flow-control mode of " + port);
    }
    SortedSet<Integer> priorities = new TreeSet<>();
    ReportedValue<SortedSet<Integer>> said = mode.get().reported(priorities);
    Optional<String> policy = used(port, "service-policy input type network-qos (\\S+)");
    if (mode.get().group(1).equals("off") || policy.isEmpty()) {
      return said;
    }
    for (ConfigCommands.Match pause :
        commands.find(
            "policy-map type network-qos " + Pattern.quote(policy.get()) + " \\| class .*",
            "pfc-cos ([\\d,-]+)")) {
      if (commands.has(Pattern.quote(pause.command().part()), "pause\\b.*")) {
        priorities.addAll(ConfigCommands.numbers(pause.group(1)));
        said = pause.reported(priorities);
      }
    }
    return said;
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    Optional<ConfigCommands.Match> on =
        commands
            .first("configuration", "(no )?dcbx? ?pfc-watchdog.*|(no )?pfc-watchdog enable")
            .or(() -> commands.first(ConfigCommands.inInterface(port), "(no )?pfc-watchdog.*"));
    boolean all = on.isPresent() && !on.get().command().text().startsWith("no ");
    return allPfcPrioritiesIf(on, all, port, "the PFC watchdog");
  }

  /** Not every release has one. */
  @Override
  protected boolean isWatchdogKnown() {
    return false;
  }

  @Override
  protected DscpClasses classes(String port) {
    return DscpClasses.ofEachDscp(dscp -> trafficClass(port, dscp));
  }

  private ReportedValue<Long> trafficClass(String port, int dscp) {
    Optional<String> map = used(port, "trust-map dscp (\\S+)");
    if (map.isEmpty()) {
      return ReportedValue.unreported("trust-map dscp of " + port);
    }
    for (ConfigCommands.Match group :
        commands.find(
            "trust dscp-map " + Pattern.quote(map.get()), "qos-group (\\d) dscp ([\\d,-]+)")) {
      if (ConfigCommands.numbers(group.group(2)).contains(dscp)) {
        return group.reported(Long.parseLong(group.group(1)));
      }
    }
    return ReportedValue.unreported("trust dscp-map " + map.get() + " of DSCP " + dscp);
  }

  @Override
  protected boolean isMarkingKnown() {
    return commands.has("configuration", "policy-map type queuing .*");
  }

  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    Optional<String> policy = used(port, "service-policy output type queuing (\\S+)");
    if (policy.isEmpty()) {
      return Optional.empty();
    }
    for (ConfigCommands.Match use :
        commands.find(
            "policy-map type queuing " + Pattern.quote(policy.get()) + " \\| class .*",
            "random-detect (\\S+)")) {
      String part = use.command().part();
      String name = part.substring(part.lastIndexOf(' ') + 1);
      if (commands.has(
          "class-map type queuing " + Pattern.quote(name), "match queue " + priority)) {
        return curve(use.group(1));
      }
    }
    return Optional.empty();
  }

  @Override
  protected List<WredCurve> curves() {
    List<WredCurve> all = new ArrayList<>();
    commands
        .find("configuration", "wred (\\S+)")
        .forEach(match -> curve(match.group(1)).ifPresent(all::add));
    return all;
  }

  /** Thresholds are kilobytes. */
  private Optional<WredCurve> curve(String wred) {
    String part = "wred " + Pattern.quote(wred);
    return commands
        .first(
            part, "random-detect color green minimum-threshold (\\d+) maximum-threshold (\\d+).*")
        .map(match -> {
          Optional<ConfigCommands.Match> ecn = commands.first(part, "random-detect ecn");
          var seen = match.command().evidence();
          return WredCurve.of(
              wred,
              ecn.map(on -> on.reported(true)).orElseGet(() -> match.reported(false)),
              ConfigCommands.bytes(match.group(1), "kb", seen),
              ConfigCommands.bytes(match.group(2), "kb", seen));
        });
  }
}
