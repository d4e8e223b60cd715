package dev.headroom.formats.switches.os10;

import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.Commands;
import dev.headroom.formats.switches.Curve;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.SwitchWords;
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
  private static final SwitchWords WORDS =
      SwitchWords.of("Dell OS10", "trust dscp-map")
          .marking(
              "give the class of the lossless queue in the policy-map type queuing a random-detect PROFILE, with random-detect ecn in that wred profile",
              "random-detect ecn in this wred profile");

  private static final String SYSTEM = "system qos";

  Os10Configuration(HostFacts host) {
    super(WORDS, host);
  }

  @Override
  protected boolean isHere() {
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
        .first(Commands.inInterface(port), command)
        .or(() -> commands.first(SYSTEM, command))
        .map(match -> match.group(1));
  }

  @Override
  protected Known<SortedSet<Integer>> lossless(String port) {
    Optional<Commands.Match> mode =
        commands
            .first(Commands.inInterface(port), "priority-flow-control mode (on|off)")
            .or(() -> commands.first(SYSTEM, "priority-flow-control mode (on|off)"));
    if (mode.isEmpty()) {
      return Known.unsaid("priority-flow-control mode of " + port);
    }
    SortedSet<Integer> priorities = new TreeSet<>();
    Known<SortedSet<Integer>> said = mode.get().says(priorities);
    Optional<String> policy = used(port, "service-policy input type network-qos (\\S+)");
    if (mode.get().group(1).equals("off") || policy.isEmpty()) {
      return said;
    }
    for (Commands.Match pause :
        commands.find(
            "policy-map type network-qos " + Pattern.quote(policy.get()) + " \\| class .*",
            "pfc-cos ([\\d,-]+)")) {
      if (commands.has(Pattern.quote(pause.command().part()), "pause\\b.*")) {
        priorities.addAll(Commands.numbers(pause.group(1)));
        said = pause.says(priorities);
      }
    }
    return said;
  }

  @Override
  protected Known<SortedSet<Integer>> watched(String port) {
    Optional<Commands.Match> on =
        commands
            .first("configuration", "(no )?dcbx? ?pfc-watchdog.*|(no )?pfc-watchdog enable")
            .or(() -> commands.first(Commands.inInterface(port), "(no )?pfc-watchdog.*"));
    boolean all = on.isPresent() && !on.get().command().text().startsWith("no ");
    return watchedIf(on, all, port, "the PFC watchdog");
  }

  /** Not every release has one. */
  @Override
  protected boolean tellsWatchdog() {
    return false;
  }

  @Override
  protected DscpClasses classes(String port) {
    return DscpClasses.asked(dscp -> trafficClass(port, dscp));
  }

  private Known<Long> trafficClass(String port, int dscp) {
    Optional<String> map = used(port, "trust-map dscp (\\S+)");
    if (map.isEmpty()) {
      return Known.unsaid("trust-map dscp of " + port);
    }
    for (Commands.Match group :
        commands.find(
            "trust dscp-map " + Pattern.quote(map.get()), "qos-group (\\d) dscp ([\\d,-]+)")) {
      if (Commands.numbers(group.group(2)).contains(dscp)) {
        return group.says(Long.parseLong(group.group(1)));
      }
    }
    return Known.unsaid("trust dscp-map " + map.get() + " of DSCP " + dscp);
  }

  @Override
  protected boolean tellsMarking() {
    return commands.has("configuration", "policy-map type queuing .*");
  }

  @Override
  protected Optional<Curve> curve(String port, int priority) {
    Optional<String> policy = used(port, "service-policy output type queuing (\\S+)");
    if (policy.isEmpty()) {
      return Optional.empty();
    }
    for (Commands.Match use :
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
  protected List<Curve> curves() {
    List<Curve> all = new ArrayList<>();
    commands
        .find("configuration", "wred (\\S+)")
        .forEach(match -> curve(match.group(1)).ifPresent(all::add));
    return all;
  }

  /** Thresholds are kilobytes. */
  private Optional<Curve> curve(String wred) {
    String part = "wred " + Pattern.quote(wred);
    return commands
        .first(
            part, "random-detect color green minimum-threshold (\\d+) maximum-threshold (\\d+).*")
        .map(match -> {
          Optional<Commands.Match> ecn = commands.first(part, "random-detect ecn");
          var seen = match.command().seen();
          return Curve.of(
              wred,
              ecn.map(on -> on.says(true)).orElseGet(() -> match.says(false)),
              Commands.bytes(match.group(1), "kb", seen),
              Commands.bytes(match.group(2), "kb", seen));
        });
  }
}
