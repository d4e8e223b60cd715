package dev.headroom.audit.switches;

import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Cisco NX-OS (Nexus 9000 QoS configuration guide): class maps sort, policy maps of type
 * network-qos pause, those of type queuing mark; {@code system qos} and interfaces put them to use.
 */
final class Nxos extends CommandSwitch {
  private static final String CURVE =
      "random-detect minimum-threshold (\\d+) (\\w+) maximum-threshold (\\d+) (\\w+)(.*)";

  private Nxos(HostFacts host, Commands commands) {
    super("Cisco NX-OS", host, commands);
  }

  static Optional<SwitchQos> of(HostFacts host, Commands commands) {
    boolean is =
        commands.has(".*", "pause (pfc-cos|no-drop).*")
            || commands.has("configuration", "(class|policy)-map type (qos|queuing|network-qos) .*")
            || commands.has(".*", "service-policy type (qos|queuing|network-qos) .*")
            || commands.has("configuration", "vdc \\S+ id \\d+|version \\S+ Bios.*");
    return is ? Optional.of(new Nxos(host, commands)) : Optional.empty();
  }

  @Override
  public List<String> ports() {
    return commands.interfaces("Ethernet[\\d/,-]+");
  }

  /** The name of the policy that is in use for the whole switch. */
  private Optional<String> system(String type) {
    return commands
        .first("system qos", "service-policy type " + type + " (?:(?:input|output) )?(\\S+)")
        .map(match -> match.group(1));
  }

  @Override
  public Known<SortedSet<Integer>> lossless(String port) {
    return inForce(port).or(configured(port));
  }

  private Known<SortedSet<Integer>> configured(String port) {
    Optional<Commands.Match> mode =
        commands.first(Commands.inInterface(port), "priority-flow-control mode (on|off|auto)\\b.*");
    if (mode.isEmpty()) {
      return Known.unsaid("priority-flow-control mode of " + port);
    }
    SortedSet<Integer> priorities = new TreeSet<>();
    if (mode.get().group(1).equals("off")) {
      return mode.get().says(priorities);
    }
    Known<SortedSet<Integer>> said = mode.get().says(priorities);
    String policy = system("network-qos").map(Pattern::quote).orElse(".*");
    for (Commands.Match pause :
        commands.find(
            "policy-map type network-qos " + policy + " \\| .*", "pause pfc-cos ([\\d,-]+)")) {
      priorities.addAll(Commands.numbers(pause.group(1)));
      said = pause.says(priorities);
    }
    return said;
  }

  @Override
  public Known<SortedSet<Integer>> watched(String port) {
    Optional<Commands.Match> on =
        commands
            .first(
                Commands.inInterface(port),
                "priority-flow-control watch-dog(?:-interval)? (on|off).*")
            .or(() ->
                commands.first(
                    "configuration|system qos",
                    "priority-flow-control watch-dog(?:-interval)? (on|off).*"));
    boolean all = on.isPresent() && on.get().group(1).equals("on");
    return watchedIf(on, all, port, "priority-flow-control watch-dog-interval");
  }

  @Override
  public boolean tellsWatchdog() {
    return commands.has("configuration", "hostname \\S+");
  }

  @Override
  public Known<Long> trafficClass(String port, int dscp) {
    Optional<String> policy =
        commands
            .first(Commands.inInterface(port), "service-policy type qos input (\\S+).*")
            .map(match -> match.group(1))
            .or(() -> system("qos"));
    if (policy.isEmpty()) {
      return Known.unsaid("service-policy type qos input of " + port);
    }
    for (Commands.Match group :
        commands.find(
            "policy-map type qos " + Pattern.quote(policy.get()) + " \\| class .*",
            "set qos-group (\\d)")) {
      String part = group.command().part();
      String name = part.substring(part.lastIndexOf(' ') + 1);
      boolean takes =
          commands
              .find(
                  "class-map type qos (?:match-(?:all|any) )?" + Pattern.quote(name),
                  "match dscp ([\\d ,-]+)")
              .stream()
              .anyMatch(match -> Commands.numbers(match.group(1)).contains(dscp));
      if (takes) {
        return group.says(Long.parseLong(group.group(1)));
      }
    }
    return Known.unsaid("a class of " + policy.get() + " that matches DSCP " + dscp);
  }

  @Override
  public boolean tellsMarking() {
    return commands.has("configuration", "policy-map type queuing .*");
  }

  @Override
  public Optional<Curve> curve(String port, int priority) {
    String policy =
        commands
            .first(Commands.inInterface(port), "service-policy type queuing output (\\S+)")
            .map(match -> match.group(1))
            .or(() -> system("queuing"))
            .map(Pattern::quote)
            .orElse(".*");
    return commands
        .find(
            "policy-map type queuing " + policy + " \\| class type queuing \\S*q" + priority, CURVE)
        .stream()
        .map(Nxos::curve)
        .findFirst();
  }

  @Override
  public Known<Boolean> strict(String port, int queue) {
    String part =
        "policy-map type queuing "
            + system("queuing").map(Pattern::quote).orElse(".*")
            + " \\| class type queuing \\S*q"
            + queue;
    Optional<Commands.Match> first = commands.first(part, "priority(?: level \\d)?");
    return first
        .map(match -> match.says(true))
        .or(() -> commands.first(part, "bandwidth .*").map(match -> match.says(false)))
        .orElseGet(() -> super.strict(port, queue));
  }

  @Override
  public List<Curve> curves() {
    return commands.find("policy-map type queuing .*", CURVE).stream().map(Nxos::curve).toList();
  }

  private static Curve curve(Commands.Match match) {
    var seen = match.command().seen();
    return new Curve(
        match.command().part(),
        match.says(match.group(5).matches(".*\\becn\\b.*")),
        Commands.bytes(match.group(1), match.group(2), seen),
        Commands.bytes(match.group(3), match.group(4), seen));
  }
}
