package dev.headroom.formats.switches.eos;

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
import java.util.stream.Stream;

/**
 * Configuration of Arista EOS (EOS user manual, "Quality of Service" and "Data Center Bridging").
 * PFC and queues stand in an interface or in the {@code qos profile} that it uses as its service
 * profile. What {@code show running-config all} prints of a queue that nobody set up is {@code no
 * random-detect ecn}.
 */
final class EosConfiguration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Arista EOS", "qos map dscp to traffic-class")
          .marking(
              "below the tx-queue of the lossless class: random-detect ecn with minimum-threshold, maximum-threshold and max-mark-probability",
              "random-detect ecn instead of random-detect drop")
          .watchdog("priority-flow-control pause watchdog default timeout 0.2", "");

  private static final String QUEUE = "(?:uc-)?tx-queue (\\d)";
  private static final String CURVE =
      "random-detect (ecn|drop) .*?minimum-threshold (\\d+) (\\w+) maximum-threshold (\\d+) (\\w+)(?: (?:max-mark-probability|drop-probability) (\\d{1,3}))?.*";

  private static final SettingKind PROFILE = SettingKind.of("qos profile");
  private static final SettingKind POLICY = SettingKind.of("policy-map type quality-of-service");
  private static final SettingKind CLASS =
      SettingKind.of("class-map type qos").builtIn("class-default|system-.*");
  private static final String TYPE = "(?:type (?:qos|quality-of-service) )?";
  private static final ReferenceSyntax REFERENCES =
      new ReferenceSyntax(
          List.of(
              new ReferenceSyntax.Row(PROFILE, "configuration", "qos profile (\\S+)"),
              new ReferenceSyntax.Row(
                  POLICY, "configuration", "policy-map " + TYPE + "(?!type )(\\S+)"),
              new ReferenceSyntax.Row(
                  CLASS,
                  "configuration",
                  "class-map (?:type qos )?(?:match-(?:any|all) )?(?!type )(\\S+)")),
          List.of(
              new ReferenceSyntax.Row(PROFILE, "interface .*", "service-profile (\\S+)"),
              new ReferenceSyntax.Row(
                  POLICY,
                  "(?:interface|qos profile) .*",
                  "service-policy " + TYPE + "input (\\S+).*"),
              new ReferenceSyntax.Row(
                  CLASS, "policy-map " + TYPE + "(?!type )[^ |]+", "class (?!built-in)(\\S+).*")));

  EosConfiguration(HostFacts host) {
    super(WORDS, host);
  }

  @Override
  protected boolean isPresent() {
    return commands.has(".*", "priority-flow-control priority \\d (no-drop|drop)")
        || commands.has(".*", "qos map dscp [\\d ,-]+ to traffic-class \\d.*")
        || commands.has(".*", "(uc-)?tx-queue \\d")
        || commands.has("configuration", "transceiver qsfp default-mode .*");
  }

  @Override
  protected List<String> ports() {
    return commands.interfaces("Ethernet[\\d/,-]+");
  }

  /** Parts that a port's settings stand in: its own, and its profile's. */
  List<String> parts(String port) {
    List<String> parts = new ArrayList<>(List.of(ConfigCommands.inInterface(port)));
    commands
        .first(ConfigCommands.inInterface(port), "service-profile (\\S+)")
        .ifPresent(match -> parts.add("qos profile " + Pattern.quote(match.group(1))));
    return parts;
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    return activePfcPriorities(port).orElseReported(configured(port));
  }

  @Override
  protected ReferenceSyntax referenceSyntax() {
    return REFERENCES;
  }

  /** PFC of a port takes two commands: {@code on}, and {@code no-drop} for a priority. */
  @Override
  protected Optional<PfcFault> pfcFault(String port) {
    Optional<ConfigCommands.Match> on = inParts(port, "priority-flow-control(?: mode)? on");
    Optional<ConfigCommands.Match> off =
        inParts(port, "(?:no priority-flow-control.*|priority-flow-control(?: mode)? off)");
    Optional<ConfigCommands.Match> classes =
        inParts(port, "priority-flow-control priority \\d no-drop");
    if (on.isPresent() && classes.isEmpty()) {
      return Optional.of(
          new PfcFault(
              "priority-flow-control is on, but no priority is no-drop",
              "priority-flow-control priority N no-drop, N the class of RDMA",
              List.of(on.get().command().evidence())));
    }
    return classes.isPresent() && on.isEmpty() && off.isEmpty()
        ? Optional.of(
            new PfcFault(
                "a priority is no-drop, but priority-flow-control is not on",
                "priority-flow-control on",
                List.of(classes.get().command().evidence())))
        : Optional.empty();
  }

  private Optional<ConfigCommands.Match> inParts(String port, String text) {
    return parts(port).stream().flatMap(part -> commands.first(part, text).stream()).findFirst();
  }

  private ReportedValue<SortedSet<Integer>> configured(String port) {
    ReportedValue<SortedSet<Integer>> on =
        ReportedValue.unreported("priority-flow-control of " + port);
    SortedSet<Integer> priorities = new TreeSet<>();
    boolean enabled = false;
    for (String part : parts(port)) {
      Optional<ConfigCommands.Match> mode =
          commands.first(part, "(no )?priority-flow-control(?: mode)?(?: (on|off))?");
      if (mode.isPresent()) {
        enabled = mode.get().group(1) == null && "on".equals(mode.get().group(2));
        on = on.orElseReported(mode.get().reported(priorities));
      }
      for (ConfigCommands.Match each :
          commands.find(part, "priority-flow-control priority (\\d) no-drop")) {
        priorities.add(Integer.parseInt(each.group(1)));
        on = each.reported(priorities);
      }
    }
    boolean all = enabled && !commands.has("configuration", "priority-flow-control all off");
    return on.map(set -> all ? set : new TreeSet<>());
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    List<String> parts = new ArrayList<>(parts(port));
    parts.add("configuration");
    for (String part : parts) {
      Optional<ConfigCommands.Match> timeout =
          commands.first(
              part,
              "priority-flow-control pause watchdog (?:default|port timer) timeout ([\\d.]+).*");
      if (timeout.isPresent()) {
        SortedSet<Integer> all = lossless(port).orElse(new TreeSet<>());
        return timeout.get().reported(timeout.get().group(1).equals("0") ? new TreeSet<>() : all);
      }
    }
    return ReportedValue.unreported("priority-flow-control pause watchdog default timeout");
  }

  /** Both times in seconds, in one command or in two; a timeout of 0 switches it off. */
  @Override
  protected Optional<PfcFault> watchdogFault() {
    String prefix = "priority-flow-control pause watchdog (?:default|port timer) (?:.* )?";
    for (ConfigCommands.Match timeout : commands.find(".*", prefix + "timeout ([\\d.]+)(?: .*)?")) {
      Optional<ConfigCommands.Match> poll =
          commands.first(
              Pattern.quote(timeout.command().part()),
              prefix + "polling-interval ([\\d.]+)(?: .*)?");
      double seconds = Double.parseDouble(timeout.group(1));
      if (poll.isPresent() && seconds > 0 && Double.parseDouble(poll.get().group(1)) > seconds) {
        return Optional.of(
            new PfcFault(
                "the PFC watchdog polls every %s s, later than its timeout of %s s ends"
                    .formatted(poll.get().group(1), timeout.group(1)),
                "priority-flow-control pause watchdog default polling-interval, at most the timeout",
                Stream.of(poll.get(), timeout)
                    .map(match -> match.command().evidence())
                    .distinct()
                    .toList()));
      }
    }
    return Optional.empty();
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
    for (ConfigCommands.Match map :
        commands.find("configuration", "qos map dscp ([\\d ,-]+) to traffic-class (\\d).*")) {
      if (ConfigCommands.numbers(map.group(1)).contains(dscp)) {
        return map.reported(Long.parseLong(map.group(2)));
      }
    }
    return classified(port, dscp);
  }

  /** By a policy of the port: {@code class X} sets the class of what class map X matches. */
  private ReportedValue<Long> classified(String port, int dscp) {
    Optional<ConfigCommands.Match> policy =
        commands.first(ConfigCommands.inInterface(port), "service-policy type qos input (\\S+).*");
    if (policy.isPresent()) {
      for (ConfigCommands.Match set :
          commands.find(
              "policy-map type (?:qos|quality-of-service) "
                  + Pattern.quote(policy.get().group(1))
                  + " \\| class .*",
              "set traffic-class (\\d)")) {
        String part = set.command().part();
        String name = part.substring(part.lastIndexOf(' ') + 1);
        boolean takes =
            commands
                .find(
                    "class-map type qos match-any " + Pattern.quote(name),
                    "match (?:ip )?dscp ([\\d ,-]+)")
                .stream()
                .anyMatch(match -> ConfigCommands.numbers(match.group(1)).contains(dscp));
        if (takes) {
          return set.reported(Long.parseLong(set.group(1)));
        }
      }
    }
    return ReportedValue.unreported("qos map dscp " + dscp + " to traffic-class");
  }

  /** No queue marks unless it is told to, so that a whole configuration tells of all of them. */
  @Override
  protected boolean isMarkingKnown() {
    return commands.has(".*" + QUEUE, ".*") || isEnded();
  }

  /** {@code show running-config} of everything names the switch and closes with {@code end}. */
  private boolean isEnded() {
    return commands.has("configuration", "hostname \\S+") && commands.has("configuration", "end");
  }

  /** The port's own word counts before its profile's: {@code no priority} shares by weight. */
  @Override
  protected ReportedValue<Boolean> strict(String port, int trafficClass) {
    String queue = " \\| " + QUEUE.replace("(\\d)", "" + queue(trafficClass));
    return parts(port).stream()
        .flatMap(part -> commands.find(part + queue, "(no )?priority(?: strict)?").stream())
        .findFirst()
        .<ReportedValue<Boolean>>map(match -> match.reported(match.group(1) == null))
        .orElseGet(() -> super.strict(port, trafficClass));
  }

  @Override
  protected ReportedValue<Long> queue(String port, int trafficClass) {
    return mapped(trafficClass)
        .<ReportedValue<Long>>map(map -> map.reported(Long.valueOf(map.group(2))))
        .orElseGet(() -> super.queue(port, trafficClass));
  }

  /** Queues are numbered as classes are, unless a map says otherwise. */
  private int queue(int trafficClass) {
    return mapped(trafficClass).map(map -> Integer.parseInt(map.group(2))).orElse(trafficClass);
  }

  private Optional<ConfigCommands.Match> mapped(int trafficClass) {
    return commands
        .find("configuration", "qos map traffic-class ([\\d ]+) to (?:uc-)?tx-queue (\\d)")
        .stream()
        .filter(map -> ConfigCommands.numbers(map.group(1)).contains(trafficClass))
        .findFirst();
  }

  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    int queue = queue(priority);
    return parts(port).stream()
        .flatMap(part ->
            commands.find(part + " \\| " + QUEUE.replace("(\\d)", "" + queue), CURVE).stream())
        .map(EosConfiguration::curve)
        .findFirst();
  }

  @Override
  protected List<WredCurve> curves() {
    return commands.find(".*" + QUEUE, CURVE).stream().map(EosConfiguration::curve).toList();
  }

  private static WredCurve curve(ConfigCommands.Match match) {
    return new WredCurve(
        match.command().part(),
        WredCurve.Marking.orDrops(match.reported(match.group(1).equals("ecn"))),
        match.depth(2, 3),
        match.depth(4, 5),
        match.percent(6));
  }
}
