package dev.headroom.formats.switches.onyx;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.PfcFault;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Configuration of Mellanox Onyx (MLNX-OS) (Onyx user manual, "RDMA over Converged Ethernet" and
 * "Quality of Service"). Commands are {@code dcb priority-flow-control} for the switch and its
 * ports, ECN by traffic class in kilobytes, {@code roce}, which sets up all of it, and {@code show
 * roce}, which prints the result. A port's commands stand below {@code interface ethernet 1/1} or
 * behind it in one line, and may be for a range of ports.
 */
final class OnyxConfiguration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Mellanox Onyx", "qos trust L3, which maps eight DSCPs to each class")
          .marking(
              "congestion-control ecn, with minimum-absolute and maximum-absolute, for the lossless traffic-class of each of these ports",
              "congestion-control ecn instead of congestion-control red")
          .watchdog("interface ethernet {number} pfc-wd", "");

  private static final String NAME = "interface ethernet ([\\d/]+(?:-[\\d/]+)?)";
  private static final Pattern PART = Pattern.compile(NAME + "(?: \\|.*)?");
  private static final Pattern LINE = Pattern.compile(NAME + " (.+)");
  private static final Pattern RANGE =
      Pattern.compile("((?:\\d{1,3}/)*)(\\d{1,3})-((?:\\d{1,3}/)*)(\\d{1,3})");
  private static final Subject SHOWN = new Subject(SubjectKind.ITEM, "show roce");
  private static final String ECN =
      "traffic-class %s congestion-control (ecn|both|red) minimum-absolute (\\d+) maximum-absolute (\\d+)(?: max-probability (\\d{1,3}))?.*";

  /** Ports of each name of a range, which every port asks for. */
  private final Map<String, Set<String>> ranges = new HashMap<>();

  OnyxConfiguration(HostFacts host) {
    super(WORDS, host);
  }

  @Override
  protected boolean isPresent() {
    return shown("roce-mode").isReported()
        || commands.has(".*", "(?:" + NAME + " )?dcb priority-flow-control .*")
        || commands.has(".*", "(?:" + NAME + " )?traffic-class \\d congestion-control .*");
  }

  /** Ports that commands name; the switch as a whole where only {@code show roce} was read. */
  @Override
  protected List<String> ports() {
    Set<String> ports = new LinkedHashSet<>();
    for (ConfigCommands.Command command : commands.all()) {
      Matcher part = PART.matcher(command.part());
      Matcher line = LINE.matcher(command.text());
      if (line.matches()) {
        ports.addAll(each(line.group(1)));
      } else if (part.matches()) {
        ports.addAll(each(part.group(1)));
      }
    }
    return ports.isEmpty() ? List.of("all ports") : List.copyOf(ports);
  }

  private static Set<String> portsOf(String name) {
    return new HashSet<>(each(name));
  }

  /** {@code 1/1-1/4} is four ports. */
  private static List<String> each(String name) {
    Matcher range = RANGE.matcher(name);
    if (!range.matches() || !range.group(1).equals(range.group(3))) {
      return List.of("Eth" + name);
    }
    List<String> ports = new ArrayList<>();
    for (int i = Integer.parseInt(range.group(2)); i <= Integer.parseInt(range.group(4)); i++) {
      ports.add("Eth" + range.group(1) + i);
    }
    return ports;
  }

  /** What is set for a port, wherever it stands. */
  Optional<ConfigCommands.Match> set(String port, String text) {
    for (ConfigCommands.Match match : commands.find(".*", "(?:" + NAME + " )?" + text)) {
      Matcher part = PART.matcher(match.command().part());
      String named = match.group(1);
      if (named == null && part.matches()) {
        named = part.group(1);
      }
      if (named != null
          && ranges.computeIfAbsent(named, OnyxConfiguration::portsOf).contains(port)) {
        return Optional.of(match);
      }
    }
    return Optional.empty();
  }

  private ReportedValue<String> shown(String key) {
    return host.facts().text(SHOWN, key);
  }

  /** RoCE with PFC, with it for responses only, or without. */
  private ReportedValue<String> roce() {
    return commands
        .first(".*", "roce(?: (lossless|semi-lossless|lossy))?")
        .map(match -> match.reported(match.group(1) == null ? "lossless" : match.group(1)))
        .orElseGet(() -> shown("roce-mode"));
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    Optional<ConfigCommands.Match> mode = set(port, "dcb priority-flow-control mode (on|auto).*");
    Optional<ConfigCommands.Match> off =
        commands.first(".*", "no dcb priority-flow-control enable.*");
    SortedSet<Integer> priorities = new TreeSet<>();
    if (off.isPresent()) {
      return off.get().reported(priorities);
    }
    if (mode.isEmpty() && roce().isReported()) {
      return roce()
          .map(word -> word.equals("lossless") ? new TreeSet<>(List.of(3)) : new TreeSet<>());
    }
    if (mode.isEmpty()) {
      return ReportedValue.unreported("dcb priority-flow-control mode of " + port);
    }
    ReportedValue<SortedSet<Integer>> said = mode.get().reported(priorities);
    for (ConfigCommands.Match priority :
        commands.find(".*", "dcb priority-flow-control priority (\\d) enable.*")) {
      priorities.add(Integer.parseInt(priority.group(1)));
      said = priority.reported(priorities);
    }
    return said;
  }

  /** PFC takes three commands: for the switch, for a priority, and for the port. */
  @Override
  protected Optional<PfcFault> pfcFault(String port) {
    Optional<ConfigCommands.Match> mode = set(port, "dcb priority-flow-control mode (on|auto).*");
    Optional<ConfigCommands.Match> priority =
        commands.first(".*", "dcb priority-flow-control priority (\\d) enable.*");
    if (mode.isPresent() && priority.isEmpty() && !roce().isReported()) {
      return Optional.of(
          new PfcFault(
              "dcb priority-flow-control mode is on, but no priority is enabled",
              "dcb priority-flow-control priority N enable, N the class of RDMA",
              List.of(mode.get().command().evidence())));
    }
    if (priority.isPresent() && !roce().isReported() && isWhole() && !hasPortWithPfc()) {
      return Optional.of(
          new PfcFault(
              "dcb priority-flow-control priority "
                  + priority.get().group(1)
                  + " is enabled for the switch, but dcb priority-flow-control mode is on at no port",
              "dcb priority-flow-control mode on force, at the ports of RDMA (interface ethernet)",
              List.of(priority.get().command().evidence())));
    }
    if (mode.isPresent() && priority.isPresent()) {
      Optional<PfcFault> pool = outsideLosslessPool();
      if (pool.isPresent()) {
        return pool;
      }
    }
    boolean enabled = commands.has(".*", "dcb priority-flow-control enable.*");
    return mode.isPresent() && priority.isPresent() && !enabled && !roce().isReported() && isWhole()
        ? Optional.of(
            new PfcFault(
                "dcb priority-flow-control mode is on, but it is not enabled for the switch",
                "dcb priority-flow-control enable",
                List.of(mode.get().command().evidence())))
        : Optional.empty();
  }

  /**
   * A priority with PFC that no lossless traffic pool holds, where there are such pools: it pauses
   * for a lossy buffer.
   */
  private Optional<PfcFault> outsideLosslessPool() {
    Set<Integer> held = new HashSet<>();
    List<String> pools = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    for (ConfigCommands.Match pool : commands.find(".*", "traffic pool (\\S+) type lossless.*")) {
      for (ConfigCommands.Match map :
          commands.find(
              ".*",
              "traffic pool %s map switch-priority ([\\d ,-]+)"
                  .formatted(Pattern.quote(pool.group(1))))) {
        held.addAll(ConfigCommands.numbers(map.group(1).strip().replace(' ', ',')));
        pools.add(pool.group(1));
        seen.add(map.command().evidence());
      }
    }
    return commands.find(".*", "dcb priority-flow-control priority (\\d) enable.*").stream()
        .filter(priority -> !held.isEmpty() && !held.contains(Integer.valueOf(priority.group(1))))
        .findFirst()
        .map(priority ->
            new PfcFault(
                "priority %s has PFC, but no lossless traffic pool holds it"
                    .formatted(priority.group(1)),
                "traffic pool %s map switch-priority %s"
                    .formatted(pools.getFirst(), priority.group(1)),
                Stream.concat(Stream.of(priority.command().evidence()), seen.stream()).toList()));
  }

  /** Ports that differ may be of other networks; if none has it, the command was left out. */
  private boolean hasPortWithPfc() {
    return commands.has(".*", "(?:interface .+ )?dcb priority-flow-control mode (?:on|auto).*");
  }

  /** A whole configuration begins with comments that name the switch. */
  @Override
  protected boolean isWhole() {
    return host.reportedName().isReported() && commands.all().size() > 5;
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    return allPfcPrioritiesIf(set(port, "pfc-wd.*"), true, port, "pfc-wd of " + port);
  }

  /** Ports without the command have none where others have it. */
  @Override
  protected boolean isWatchdogKnown() {
    return commands.has(".*", "(?:" + NAME + " )?pfc-wd.*");
  }

  /** Eight DSCPs to a priority, once the port trusts them. */
  @Override
  protected DscpClasses classes(String port) {
    ReportedValue<String> trust =
        set(port, "qos trust (\\S+).*")
            .<ReportedValue<String>>map(match -> match.reported(match.group(2)))
            .orElseGet(
                () -> roce().isReported() ? roce().map(_ -> "L3") : shown("port-trust-mode"));
    boolean trusts = trust.matches(mode -> mode.equals("L3") || mode.equals("both"));
    return DscpClasses.ofEachDscp(dscp ->
        trusts
            ? trust.map(_ -> (long) dscp / 8)
            : ReportedValue.unreported("qos trust L3 of " + port));
  }

  @Override
  protected boolean isMarkingKnown() {
    return roce().isReported() || commands.has(".*", ".*congestion-control .*");
  }

  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    Optional<WredCurve> set = set(port, ECN.formatted(priority)).map(OnyxConfiguration::curve);
    return set.isPresent() || priority != 3 ? set : roceCurve();
  }

  /** The curve that {@code roce} sets up where nothing else is said: 150 to 1,500 KB. */
  private Optional<WredCurve> roceCurve() {
    if (!roce().isReported()) {
      return Optional.empty();
    }
    ReportedValue<String> mode = shown("port-congestion-control.mode");
    return Optional.of(
        WredCurve.of(
            "roce",
            mode.isReported() ? mode.map(text -> text.startsWith("ecn")) : roce().map(_ -> true),
            kilobytes("min", 150),
            kilobytes("max", 1500)));
  }

  private ReportedValue<Double> kilobytes(String end, double usual) {
    ReportedValue<String> said = shown("port-congestion-control." + end + "-kb");
    return said.matches(text -> text.matches("\\d{1,9}"))
        ? said.map(text -> Double.parseDouble(text) * 1000)
        : roce().map(_ -> usual * 1000);
  }

  @Override
  protected List<WredCurve> curves() {
    List<WredCurve> set =
        commands.find(".*", "(?:" + NAME + " )?" + ECN.formatted("\\d")).stream()
            .map(OnyxConfiguration::curve)
            .toList();
    return Stream.concat(set.stream(), set.isEmpty() ? roceCurve().stream() : Stream.empty())
        .toList();
  }

  private static WredCurve curve(ConfigCommands.Match match) {
    return new WredCurve(
        match.command().text(),
        WredCurve.Marking.orDrops(match.reported(!match.group(2).equals("red"))),
        match.depth(match.group(3), "kb"),
        match.depth(match.group(4), "kb"),
        match.percent(5));
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int queue) {
    Optional<ConfigCommands.Match> served =
        set(port, "traffic-class " + queue + " dcb ets (strict|wrr\\b.*)");
    if (served.isPresent()) {
      return served.get().reported(served.get().group(2).equals("strict"));
    }
    ReportedValue<String> shown =
        host.facts().text(new Subject(SubjectKind.ITEM, "show roce|roce-used-tcs|" + queue), "ets");
    return shown.isReported()
        ? shown.map(text -> text.equals("Strict"))
        : roce().isReported() && (queue == 3 || queue == 6)
            ? roce().map(_ -> queue == 6)
            : super.strict(port, queue);
  }

  @Override
  protected ReportedValue<Long> mtu(String port) {
    return set(port, "mtu (\\d{2,6}).*")
        .<ReportedValue<Long>>map(match -> match.reported(Long.parseLong(match.group(2))))
        .orElseGet(() -> super.mtu(port));
  }
}
