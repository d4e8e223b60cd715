package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.ethernet.DcbReader;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
  private static final String WORD = "(?:\\d{1,2}(?:-\\d{1,2})?|af[1-4][1-3]|cs[1-7]|default|ef)";

  /** Numbers, and names (Nexus 9000 QoS configuration guide, table "Standard DSCP Values"). */
  private static final String DSCPS = "dscp ((?:" + WORD + "[ ,]*)+)";

  private static final Pattern MATCHED = Pattern.compile(DSCPS);
  private static final String PLACE = "(?: insert-before (\\S+))?";

  /** Whether a packet needs no more than a DSCP of the class map to be in the class. */
  boolean takesAnyDscp() {
    return !hasOthers || matching.equals("match-any");
  }

  /** DSCPs of a match, such as {@code dscp 24-26,af41}; empty if it is by anything else. */
  static Optional<SortedSet<Integer>> dscps(String match) {
    Matcher list = MATCHED.matcher(match);
    return list.matches()
        ? Optional.of(
            ConfigCommands.numbers(
                Stream.of(list.group(1).split("[ ,]+"))
                    .map(word -> word.equals("default") ? "0" : DcbReader.dscp(word))
                    .collect(Collectors.joining(","))))
        : Optional.empty();
  }

  /** Classes of a policy in its order, but for class-default. */
  static List<NxosSortingClass> of(ConfigCommands commands, String policy) {
    String part = "policy-map type qos " + Pattern.quote(policy);
    List<NxosSortingClass> classes = new ArrayList<>();
    for (ConfigCommands.Match entry : commands.find(part, "class (?:type qos )?(\\S+)" + PLACE)) {
      if (!entry.group(1).equals("class-default")) {
        String next = Optional.ofNullable(entry.group(2)).orElse("");
        int at = names(classes).indexOf(next);
        classes.add(at < 0 ? classes.size() : at, of(commands, part, entry));
      }
    }
    return List.copyOf(classes);
  }

  private static List<String> names(List<NxosSortingClass> classes) {
    return classes.stream().map(NxosSortingClass::name).toList();
  }

  private static NxosSortingClass of(
      ConfigCommands commands, String policy, ConfigCommands.Match entry) {
    String name = entry.group(1);
    String map = "class-map type qos (?:match-(?:all|any) )?" + Pattern.quote(name);
    NavigableSet<Integer> dscps = new TreeSet<>();
    commands
        .find(map, "match (" + DSCPS + ")")
        .forEach(match -> dscps(match.group(1)).ifPresent(dscps::addAll));
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
                policy + " \\| class (?:type qos )?" + Pattern.quote(name) + PLACE,
                "set qos-group (\\d)")
            .<ReportedValue<Long>>map(set -> set.reported(Long.parseLong(set.group(1))))
            .orElseGet(() -> entry.reported(0L)));
  }
}
