package dev.headroom.formats.switches.eos;

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
      "random-detect (ecn|drop) .*?minimum-threshold (\\d+) (\\w+) maximum-threshold (\\d+) (\\w+).*";

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
  private List<String> parts(String port) {
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
    return commands.has(".*" + QUEUE, ".*") || isWhole();
  }

  /** {@code show running-config} of everything names the switch and closes with {@code end}. */
  private boolean isWhole() {
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

  /** Queues are numbered as classes are, unless a map says otherwise. */
  private int queue(int trafficClass) {
    for (ConfigCommands.Match map :
        commands.find(
            "configuration", "qos map traffic-class ([\\d ]+) to (?:uc-)?tx-queue (\\d)")) {
      if (ConfigCommands.numbers(map.group(1)).contains(trafficClass)) {
        return Integer.parseInt(map.group(2));
      }
    }
    return trafficClass;
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
    var seen = match.command().evidence();
    return WredCurve.of(
        match.command().part(),
        match.reported(match.group(1).equals("ecn")),
        ConfigCommands.bytes(match.group(2), match.group(3), seen),
        ConfigCommands.bytes(match.group(4), match.group(5), seen));
  }
}
