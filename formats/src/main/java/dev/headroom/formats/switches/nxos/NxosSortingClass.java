package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Class of a policy map of type qos. A packet takes the first class of the policy that matches it
 * (Nexus 9000 QoS configuration guide, "Using Modular QoS CLI").
 *
 * @param dscps numbers that its class map matches
 * @param matching {@code match-any} or {@code match-all}
 * @param hasOthers whether the class map matches by anything but numbers of DSCPs, too
 * @param group that it sets, 0 if it sets none
 */
record NxosSortingClass(
    String name,
    SortedSet<Integer> dscps,
    String matching,
    boolean hasOthers,
    ReportedValue<Long> group) {
  private static final String DSCPS = "dscp ([\\d ,-]+)";

  /** Whether a packet needs no more than a DSCP of the class map to be in the class. */
  boolean takesAnyDscp() {
    return !hasOthers || matching.equals("match-any");
  }

  /** Classes of a policy in its order, but for class-default. */
  static List<NxosSortingClass> of(ConfigCommands commands, String policy) {
    String part = "policy-map type qos " + Pattern.quote(policy);
    return commands.find(part, "class (?:type qos )?(\\S+)(?: insert-before \\S+)?").stream()
        .filter(entry -> !entry.group(1).equals("class-default"))
        .map(entry -> of(commands, part, entry))
        .toList();
  }

  private static NxosSortingClass of(
      ConfigCommands commands, String policy, ConfigCommands.Match entry) {
    String name = entry.group(1);
    String map = "class-map type qos (?:match-(?:all|any) )?" + Pattern.quote(name);
    SortedSet<Integer> dscps = new TreeSet<>();
    commands
        .find(map, "match " + DSCPS)
        .forEach(match -> dscps.addAll(ConfigCommands.numbers(match.group(1))));
    return new NxosSortingClass(
        name,
        dscps,
        commands
            .first("configuration", "class-map type qos (match-\\w+) " + Pattern.quote(name))
            .map(match -> match.group(1))
            .orElse("match-any"),
        commands.has(map, "match (?!" + DSCPS + "$).+"),
        commands
            .first(
                policy + " \\| class (?:type qos )?" + Pattern.quote(name), "set qos-group (\\d)")
            .<ReportedValue<Long>>map(set -> set.reported(Long.parseLong(set.group(1))))
            .orElseGet(() -> entry.reported(0L)));
  }
}
