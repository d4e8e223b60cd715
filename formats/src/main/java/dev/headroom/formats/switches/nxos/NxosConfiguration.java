package dev.headroom.formats.switches.nxos;

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
 * Configuration of Cisco NX-OS (Nexus 9000 QoS configuration guide). Class maps classify, policy
 * maps of type network-qos enable PFC, those of type queuing mark; {@code system qos} and
 * interfaces apply them.
 */
final class NxosConfiguration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Cisco NX-OS", "class-map type qos (match dscp) and set qos-group")
          .marking(
              "below the lossless queue in the policy-map type queuing: random-detect with minimum-threshold, maximum-threshold, drop-probability, weight 0 and ecn",
              "add ecn at the end of this random-detect")
          .watchdog("priority-flow-control watch-dog-interval on", "");

  private static final String CURVE =
      "random-detect minimum-threshold (\\d+) (\\w+) maximum-threshold (\\d+) (\\w+)(.*)";

  NxosConfiguration(HostFacts host) {
    super(WORDS, host);
  }

  @Override
  protected boolean isPresent() {
    return commands.has(".*", "pause (pfc-cos|no-drop).*")
        || commands.has("configuration", "(class|policy)-map type (qos|queuing|network-qos) .*")
        || commands.has(".*", "service-policy type (qos|queuing|network-qos) .*")
        || commands.has("configuration", "vdc \\S+ id \\d+|version \\S+ Bios.*");
  }

  @Override
  protected List<String> ports() {
    return commands.interfaces("Ethernet[\\d/,-]+");
  }

  /** The name of the policy that is in use for the whole switch. */
  private Optional<String> system(String type) {
    return commands
        .first("system qos", "service-policy type " + type + " (?:(?:input|output) )?(\\S+)")
        .map(match -> match.group(1));
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    return activePfcPriorities(port).orElseReported(configured(port));
  }

  private ReportedValue<SortedSet<Integer>> configured(String port) {
    Optional<ConfigCommands.Match> mode =
        commands.first(
            ConfigCommands.inInterface(port), "priority-flow-control mode (on|off|auto)\\b.*");
    if (mode.isEmpty()) {
      return ReportedValue.unreported("priority-flow-control mode of " + port);
    }
    SortedSet<Integer> priorities = new TreeSet<>();
    if (mode.get().group(1).equals("off")) {
      return mode.get().reported(priorities);
    }
    ReportedValue<SortedSet<Integer>> said = mode.get().reported(priorities);
    String policy = system("network-qos").map(Pattern::quote).orElse(".*");
    for (ConfigCommands.Match pause :
        commands.find(
            "policy-map type network-qos " + policy + " \\| .*", "pause pfc-cos ([\\d,-]+)")) {
      priorities.addAll(ConfigCommands.numbers(pause.group(1)));
      said = pause.reported(priorities);
    }
    return said;
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    Optional<ConfigCommands.Match> on =
        commands
            .first(
                ConfigCommands.inInterface(port),
                "priority-flow-control watch-dog(?:-interval)? (on|off).*")
            .or(() ->
                commands.first(
                    "configuration|system qos",
                    "priority-flow-control watch-dog(?:-interval)? (on|off).*"));
    boolean all = on.isPresent() && on.get().group(1).equals("on");
    return allPfcPrioritiesIf(on, all, port, "priority-flow-control watch-dog-interval");
  }

  @Override
  protected boolean isWatchdogKnown() {
    return commands.has("configuration", "hostname \\S+");
  }

  @Override
  protected DscpClasses classes(String port) {
    return DscpClasses.ofEachDscp(dscp -> trafficClass(port, dscp));
  }

  private ReportedValue<Long> trafficClass(String port, int dscp) {
    Optional<String> policy =
        commands
            .first(ConfigCommands.inInterface(port), "service-policy type qos input (\\S+).*")
            .map(match -> match.group(1))
            .or(() -> system("qos"));
    if (policy.isEmpty()) {
      return ReportedValue.unreported("service-policy type qos input of " + port);
    }
    for (ConfigCommands.Match group :
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
              .anyMatch(match -> ConfigCommands.numbers(match.group(1)).contains(dscp));
      if (takes) {
        return group.reported(Long.parseLong(group.group(1)));
      }
    }
    return byDefault(policy.get(), dscp);
  }

  /**
   * What no class matches goes to class-default, and with it to group 0 unless that sets one. A
   * class that matches by anything but numbers of DSCPs may take it, too: then nothing is said.
   */
  private ReportedValue<Long> byDefault(String policy, int dscp) {
    String part = "policy-map type qos " + Pattern.quote(policy);
    List<ConfigCommands.Match> classes = commands.find(part, "class (?:type qos )?(\\S+)");
    if (classes.isEmpty()
        || classes.stream().anyMatch(each -> !isDefault(each) && maySort(each.group(1), dscp))) {
      return ReportedValue.unreported("a class of " + policy + " that matches DSCP " + dscp);
    }
    return commands
        .first(part + " \\| class (?:type qos )?class-default", "set qos-group (\\d)")
        .<ReportedValue<Long>>map(set -> set.reported(Long.parseLong(set.group(1))))
        .orElseGet(() ->
            classes.stream()
                .filter(NxosConfiguration::isDefault)
                .findFirst()
                .or(() -> commands.first("configuration", part))
                .orElse(classes.getFirst())
                .reported(0L));
  }

  private static boolean isDefault(ConfigCommands.Match entry) {
    return entry.group(1).equals("class-default");
  }

  /** Whether a class takes a DSCP, or matches by what is not followed here. */
  private boolean maySort(String name, int dscp) {
    List<ConfigCommands.Match> matches =
        commands.find(
            "class-map type qos (?:match-(?:all|any) )?" + Pattern.quote(name), "match (.+)");
    return matches.isEmpty()
        || matches.stream()
            .map(match -> match.group(1))
            .anyMatch(what ->
                !what.matches("dscp [\\d ,-]+")
                    || ConfigCommands.numbers(what.substring(5)).contains(dscp));
  }

  @Override
  protected boolean isMarkingKnown() {
    return commands.has("configuration", "policy-map type queuing .*");
  }

  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    String policy =
        commands
            .first(ConfigCommands.inInterface(port), "service-policy type queuing output (\\S+)")
            .map(match -> match.group(1))
            .or(() -> system("queuing"))
            .map(Pattern::quote)
            .orElse(".*");
    return commands
        .find(
            "policy-map type queuing " + policy + " \\| class type queuing \\S*q" + priority, CURVE)
        .stream()
        .map(NxosConfiguration::curve)
        .findFirst();
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int queue) {
    String part =
        "policy-map type queuing "
            + system("queuing").map(Pattern::quote).orElse(".*")
            + " \\| class type queuing \\S*q"
            + queue;
    Optional<ConfigCommands.Match> first = commands.first(part, "priority(?: level \\d)?");
    return first
        .map(match -> match.reported(true))
        .or(() -> commands.first(part, "bandwidth .*").map(match -> match.reported(false)))
        .orElseGet(() -> super.strict(port, queue));
  }

  @Override
  protected List<WredCurve> curves() {
    return commands.find("policy-map type queuing .*", CURVE).stream()
        .map(NxosConfiguration::curve)
        .toList();
  }

  private static WredCurve curve(ConfigCommands.Match match) {
    var seen = match.command().evidence();
    return WredCurve.of(
        match.command().part(),
        match.reported(match.group(5).matches(".*\\becn\\b.*")),
        ConfigCommands.bytes(match.group(1), match.group(2), seen),
        ConfigCommands.bytes(match.group(3), match.group(4), seen));
  }
}
