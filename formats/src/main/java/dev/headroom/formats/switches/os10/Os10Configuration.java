package dev.headroom.formats.switches.os10;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.PfcFault;
import dev.headroom.formats.switches.ReferenceSyntax;
import dev.headroom.formats.switches.SettingKind;
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
              "add random-detect PROFILE to the class of the lossless queue in the policy-map "
                  + "type queuing, with random-detect ecn in that wred profile",
              "random-detect ecn in this wred profile");

  private static final String SYSTEM = "system qos";

  private static final SettingKind TRUST = SettingKind.of("trust dscp-map").builtIn("default");
  private static final SettingKind QUEUES =
      SettingKind.of("qos-map traffic-class").builtIn("default.*");
  private static final SettingKind CURVE = SettingKind.of("wred").builtIn("ecn");
  private static final SettingKind NETWORK =
      SettingKind.of("policy-map type network-qos").builtIn("default.*");
  private static final SettingKind QUEUING =
      SettingKind.of("policy-map type queuing").builtIn("default.*");
  private static final SettingKind QOS = SettingKind.of("policy-map type qos").builtIn("default.*");
  private static final SettingKind NETWORK_CLASS = classKind("network-qos");
  private static final SettingKind QUEUING_CLASS = classKind("queuing");
  private static final SettingKind QOS_CLASS = classKind("qos");

  private static final ReferenceSyntax REFERENCES =
      new ReferenceSyntax(
          List.of(
              definition(TRUST, "trust dscp-map (\\S+)"),
              definition(QUEUES, "qos-map traffic-class (\\S+)"),
              definition(CURVE, "wred (\\S+)"),
              definition(NETWORK, "policy-map type network-qos (\\S+)"),
              definition(QUEUING, "policy-map type queuing (\\S+)"),
              definition(QOS, "policy-map (?:type qos )?(?!type )(\\S+)"),
              definition(NETWORK_CLASS, "class-map type network-qos (?:match-\\w+ )?(\\S+)"),
              definition(QUEUING_CLASS, "class-map type queuing (?:match-\\w+ )?(\\S+)"),
              definition(QOS_CLASS, "class-map (?:type qos )?(?:match-\\w+ )?(?!type )(\\S+)")),
          List.of(
              new ReferenceSyntax.Row(TRUST, ".*", "trust-map dscp (\\S+)"),
              new ReferenceSyntax.Row(
                  QUEUES, "interface .*|system qos", "qos-map traffic-class (\\S+)"),
              new ReferenceSyntax.Row(
                  CURVE, "policy-map type queuing .*|interface .*", "random-detect (\\S+)"),
              new ReferenceSyntax.Row(
                  NETWORK, ".*", "service-policy input type network-qos (\\S+)"),
              new ReferenceSyntax.Row(QUEUING, ".*", "service-policy output type queuing (\\S+)"),
              new ReferenceSyntax.Row(
                  QOS, ".*", "service-policy input (?:type qos )?(?!type )(\\S+)"),
              new ReferenceSyntax.Row(
                  NETWORK_CLASS, "policy-map type network-qos [^ |]+", "class (\\S+)"),
              new ReferenceSyntax.Row(
                  QUEUING_CLASS, "policy-map type queuing [^ |]+", "class (\\S+)"),
              new ReferenceSyntax.Row(
                  QOS_CLASS, "policy-map (?:type qos )?(?!type )[^ |]+", "class (\\S+)")));

  private static SettingKind classKind(String type) {
    return SettingKind.of("class-map type " + type).builtIn("class-.*|default.*");
  }

  private static ReferenceSyntax.Row definition(SettingKind kind, String text) {
    return new ReferenceSyntax.Row(kind, "configuration", text);
  }

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
    return find(port, command).map(match -> match.group(1));
  }

  private Optional<ConfigCommands.Match> find(String port, String command) {
    return commands
        .first(ConfigCommands.inInterface(port), command)
        .or(() -> commands.first(SYSTEM, command));
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
  protected ReferenceSyntax referenceSyntax() {
    return REFERENCES;
  }

  /** PFC of a port needs its mode, and a policy whose class has both commands. */
  @Override
  protected Optional<PfcFault> pfcFault(String port) {
    Optional<ConfigCommands.Match> mode =
        commands
            .first(ConfigCommands.inInterface(port), "priority-flow-control mode on")
            .or(() -> commands.first(SYSTEM, "priority-flow-control mode on"));
    Optional<ConfigCommands.Match> policy =
        find(port, "service-policy input type network-qos (\\S+)");
    if (mode.isEmpty()) {
      return policy
          .filter(_ -> isWhole() && !lossless(port).isReported())
          .map(use ->
              new PfcFault(
                  "a network-qos policy is in use, but priority-flow-control mode is not on",
                  "priority-flow-control mode on",
                  List.of(use.command().evidence())));
    }
    if (!lossless(port).orElse(new TreeSet<>()).isEmpty()) {
      return Optional.empty();
    }
    List<Evidence> seen = new ArrayList<>(List.of(mode.get().command().evidence()));
    policy.ifPresent(use -> seen.add(use.command().evidence()));
    return Optional.of(
        new PfcFault(
            policy.isPresent()
                ? "priority-flow-control mode is on, but no class of its network-qos policy has "
                    + "both pause and pfc-cos"
                : "priority-flow-control mode is on, but no network-qos policy is in use",
            policy.isPresent()
                ? "pause, and pfc-cos N, in the class of RDMA of the policy-map type network-qos"
                : "service-policy input type network-qos POLICY at the port or in system qos",
            seen));
  }

  /** By the map of groups to queues; without one they have the same number. */
  @Override
  protected ReportedValue<Long> queue(String port, int trafficClass) {
    Optional<String> map = used(port, "qos-map traffic-class (\\S+)");
    return map.stream()
        .flatMap(name ->
            commands
                .find(
                    "qos-map traffic-class " + Pattern.quote(name),
                    "queue (\\d) qos-group ([\\d,-]+)(?: .*)?")
                .stream())
        .filter(row -> ConfigCommands.numbers(row.group(2)).contains(trafficClass))
        .findFirst()
        .<ReportedValue<Long>>map(row -> row.reported(Long.valueOf(row.group(1))))
        .orElseGet(() -> super.queue(port, trafficClass));
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
    return inQueue(port, priority, "random-detect (\\S+)").flatMap(use -> curve(use.group(1)));
  }

  /** A command of the class of a queue, in the policy that a port has on its way out. */
  private Optional<ConfigCommands.Match> inQueue(String port, int trafficClass, String text) {
    long queue = queue(port, trafficClass).orElse((long) trafficClass);
    Optional<String> policy = used(port, "service-policy output type queuing (\\S+)");
    if (policy.isEmpty()) {
      return Optional.empty();
    }
    for (ConfigCommands.Match use :
        commands.find(
            "policy-map type queuing " + Pattern.quote(policy.get()) + " \\| class .*", text)) {
      String part = use.command().part();
      String name = part.substring(part.lastIndexOf(' ') + 1);
      if (commands.has(
          "class-map type queuing (?:match-\\w+ )?" + Pattern.quote(name),
          "match queue " + queue)) {
        return Optional.of(use);
      }
    }
    return Optional.empty();
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int trafficClass) {
    return inQueue(port, trafficClass, "priority|bandwidth percent \\d+")
        .<ReportedValue<Boolean>>map(
            match -> match.reported(match.command().text().equals("priority")))
        .orElseGet(() -> super.strict(port, trafficClass));
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
            part,
            "random-detect color green minimum-threshold (\\d+) maximum-threshold (\\d+)(?: drop-probability (\\d{1,3}))?.*")
        .map(match -> {
          Optional<ConfigCommands.Match> ecn = commands.first(part, "random-detect ecn");
          return new WredCurve(
              wred,
              WredCurve.Marking.orDrops(
                  ecn.map(on -> on.reported(true)).orElseGet(() -> match.reported(false))),
              match.depth(match.group(1), "kb"),
              match.depth(match.group(2), "kb"),
              match.percent(3));
        });
  }
}
