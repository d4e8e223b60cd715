package dev.headroom.formats.switches.nvue;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.ReferenceSyntax;
import dev.headroom.formats.switches.SettingKind;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Configuration of NVIDIA Cumulus Linux by NVUE (Cumulus Linux user guide, "Quality of Service" and
 * "RDMA over Converged Ethernet - RoCE"). It comes from {@code nv set qos ...} as {@code nv config
 * show -o commands} prints it, and from the tables of {@code nv show qos roce}.
 */
final class NvueConfiguration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Cumulus NVUE", "nv set qos mapping (dscp, switch-priority)")
          .marking(
              "nv set qos congestion-control default-global traffic-class, with this class",
              "ecn enable of the traffic-class in nv set qos congestion-control default-global")
          .watchdog("nv set interface {port} qos pfc-watchdog state enable", "nv config apply");

  private static final Pattern ROW = Pattern.compile("nv show .*qos roce.* at \\d+\\|(\\S+)");
  private static final Pattern RANGE =
      Pattern.compile("([a-z]+(?:\\d{1,4}s)?)(\\d{1,4})(?:-(?:\\1)?(\\d{1,4}))?");

  /** More ports than this no switch has: such a range stays a name. */
  private static final int MOST_PORTS = 1024;

  /** The priority, and the traffic class, that RoCE's own settings make lossless. */
  private static final int ROCE = 3;

  /** The traffic classes whose queues RoCE's own settings mark; class 6, of CNPs, is not one. */
  private static final Set<Integer> ROCE_MARKS = Set.of(0, ROCE);

  private static final String MARKING =
      "nv set qos congestion-control (\\S+) traffic-class ([\\d,-]+) (.+)";

  /** The profile of interfaces that name none. */
  private static final String EVERYWHERE = "default-global";

  private static final String PROFILE = "nv set qos %s \\S+ ";

  private static final SettingKind CURVES =
      SettingKind.of("qos congestion-control").builtIn(EVERYWHERE);
  private static final SettingKind PFC = SettingKind.of("qos pfc").builtIn(EVERYWHERE);
  private static final SettingKind MAPPING = SettingKind.of("qos mapping").builtIn(EVERYWHERE);
  private static final SettingKind SCHEDULER =
      SettingKind.of("qos egress-scheduler").builtIn(EVERYWHERE);
  private static final SettingKind QUEUES =
      SettingKind.of("qos egress-queue-mapping").builtIn(EVERYWHERE);
  private static final List<SettingKind> KINDS = List.of(CURVES, PFC, MAPPING, SCHEDULER, QUEUES);
  private static final ReferenceSyntax REFERENCES =
      new ReferenceSyntax(
          KINDS.stream()
              .map(kind ->
                  new ReferenceSyntax.Row(
                      kind, ".*", "nv set " + kind.name() + " (?!" + EVERYWHERE + " )(\\S+) .+"))
              .toList(),
          KINDS.stream()
              .map(kind ->
                  new ReferenceSyntax.Row(
                      kind, ".*", "nv set interface \\S+ " + kind.name() + " profile (\\S+)"))
              .toList());

  /** Rows of the tables of RoCE. */
  private final List<Subject> shown = new ArrayList<>();

  /** The same by their names. */
  private final Map<String, List<Subject>> rows = new LinkedHashMap<>();

  private final List<Marking> markings;
  private final DscpClasses classes;

  NvueConfiguration(HostFacts host) {
    super(WORDS, host);
    for (Subject item : host.facts().subjects(SubjectKind.ITEM)) {
      Matcher row = ROW.matcher(item.name());
      if (row.matches()) {
        rows.computeIfAbsent(row.group(1), _ -> new ArrayList<>()).add(item);
        shown.add(item);
      }
    }
    markings = markings(commands);
    classes = DscpClasses.ofEachDscp(this::trafficClass);
  }

  @Override
  protected boolean isPresent() {
    return commands.has(".*", "nv set .*") || !rows("pfc-priority").isEmpty();
  }

  @Override
  protected String name() {
    return command("nv set system hostname (\\S+)")
        .map(match -> match.group(1))
        .orElseGet(super::name);
  }

  /** Interfaces that commands name, else those of other outputs, else the switch as a whole. */
  @Override
  protected List<String> ports() {
    Set<String> ports = new LinkedHashSet<>();
    commands
        .find(".*", "nv set interface (swp[\\w,-]+) .*")
        .forEach(match ->
            Stream.of(match.group(1).split(","))
                .flatMap(NvueConfiguration::each)
                .forEach(ports::add));
    if (ports.isEmpty()) {
      host.facts().subjects(SubjectKind.SWITCH_PORT).stream()
          .map(Subject::name)
          .filter(name -> name.matches("swp\\d+(?:s\\d+)?"))
          .forEach(ports::add);
    }
    return ports.isEmpty() ? List.of("all ports") : List.copyOf(ports);
  }

  /** The ports of {@code swp1-32}. */
  private static Stream<String> each(String name) {
    Matcher range = RANGE.matcher(name);
    if (!range.matches() || range.group(3) == null) {
      return Stream.of(name);
    }
    int from = Integer.parseInt(range.group(2));
    int to = Integer.parseInt(range.group(3));
    return to < from || to - from >= MOST_PORTS
        ? Stream.of(name)
        : IntStream.rangeClosed(from, to).mapToObj(number -> range.group(1) + number);
  }

  @Override
  protected ReferenceSyntax referenceSyntax() {
    return REFERENCES;
  }

  /** {@code nv config show -o commands} begins with the system and has every interface. */
  @Override
  protected boolean isWhole() {
    return commands.has(".*", "nv set system .+") && commands.has(".*", "nv set interface .+");
  }

  /** Commands of a port may name it in a range with others. */
  @Override
  protected Optional<Evidence> settingsRead(String port) {
    return isWhole()
        ? commands.find(".*", "nv set interface (\\S+) .*").stream()
            .filter(match -> covers(match.group(1), port))
            .map(match -> match.command().evidence())
            .findFirst()
        : Optional.empty();
  }

  private Optional<ConfigCommands.Match> command(String text) {
    return commands.first(".*", text);
  }

  private List<Subject> rows(String name) {
    return rows.getOrDefault(name, List.of());
  }

  /** A cell of the tables, in use or about to be. */
  private ReportedValue<String> shown(String name) {
    for (Subject row : rows(name)) {
      ReportedValue<String> value =
          host.facts().text(row, "operational").orElseReported(host.facts().text(row, "applied"));
      if (value.isReported()) {
        return value;
      }
    }
    return ReportedValue.unreported(name + " of nv show qos roce");
  }

  /** RoCE with PFC, which sets up priority 3 and all else at once. */
  private Optional<ConfigCommands.Match> roce() {
    boolean lossy = command("nv set qos roce mode lossy\\S*").isPresent();
    return lossy ? Optional.empty() : anyRoce();
  }

  /**
   * RoCE with or without PFC; later releases say {@code state} where earlier ones {@code enable}.
   */
  Optional<ConfigCommands.Match> anyRoce() {
    boolean off = command("nv set qos roce (?:enable off|state disabled?)").isPresent();
    return off
        ? Optional.empty()
        : command("nv set qos roce(?: enable on| state enabled?| mode \\S+)?");
  }

  @Override
  protected ReportedValue<Long> mtu(String port) {
    for (ConfigCommands.Match set :
        commands.find(".*", "nv set interface (\\S+) link mtu (\\d{2,6})")) {
      if (covers(set.group(1), port)) {
        return set.reported(Long.parseLong(set.group(2)));
      }
    }
    return ReportedValue.unreported("the MTU of " + port);
  }

  /** Whether {@code swp1-3,swp7} names a port. */
  static boolean covers(String names, String port) {
    for (String each : names.split(",")) {
      Matcher range = RANGE.matcher(each);
      Matcher one = RANGE.matcher(port);
      if (each.equals(port)
          || (range.matches()
              && one.matches()
              && range.group(3) != null
              && range.group(1).equals(one.group(1))
              && Integer.parseInt(range.group(2)) <= Integer.parseInt(one.group(2))
              && Integer.parseInt(one.group(2)) <= Integer.parseInt(range.group(3)))) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int switchPriority) {
    int queue = (int) (long) queue(port, switchPriority).orElse((long) switchPriority);
    for (ConfigCommands.Match set :
        commands.find(
            ".*", PROFILE.formatted("egress-scheduler") + "traffic-class ([\\d,-]+) mode (\\w+)")) {
      if (ConfigCommands.numbers(set.group(1)).contains(queue)) {
        return set.reported(set.group(2).equals("strict"));
      }
    }
    // RoCE's own scheduler: class 6 first, the others share.
    return anyRoce()
        .<ReportedValue<Boolean>>map(match -> match.reported(queue == 6))
        .orElseGet(() -> served(queue));
  }

  private ReportedValue<Boolean> served(int queue) {
    for (Subject item : shown) {
      if (host.facts().text(item, "traffic-class").equalTo(String.valueOf(queue))) {
        return host.facts().text(item, "scheduler-weight").map(text -> text.startsWith("strict"));
      }
    }
    return ReportedValue.unreported("the scheduling of queue " + queue);
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    Optional<ConfigCommands.Match> set =
        command(PROFILE.formatted("pfc") + "switch-priority ([\\d,-]+)(?: .*)?");
    if (set.isPresent()) {
      return set.get().reported(ConfigCommands.numbers(set.get().group(1)));
    }
    if (roce().isPresent()) {
      return roce().get().reported(new TreeSet<>(List.of(ROCE)));
    }
    ReportedValue<String> mode = shown("mode");
    return mode.matches(text -> text.startsWith("lossy"))
        ? mode.map(_ -> new TreeSet<>())
        : shown("pfc-priority").map(ConfigCommands::numbers);
  }

  /**
   * Off at a port that no command names ("QoS" of the NVUE reference, {@code nv set interface qos
   * pfc-watchdog state}); the last command that names it counts.
   */
  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    Optional<ConfigCommands.Match> said =
        commands
            .find(".*", "nv set interface (\\S+) qos pfc-watchdog(?: state (enable|disable)d?)?")
            .stream()
            .filter(match -> covers(match.group(1), port))
            .reduce((_, last) -> last);
    boolean on = said.isPresent() && !"disable".equals(said.get().group(2));
    return allPfcPrioritiesIf(said, on, port, "qos pfc-watchdog of " + port);
  }

  /** What {@code nv show} prints of RoCE says nothing of it. */
  @Override
  protected boolean isWatchdogKnown() {
    return command("nv set .*").isPresent();
  }

  @Override
  protected DscpClasses classes(String port) {
    return classes;
  }

  private ReportedValue<Long> trafficClass(int dscp) {
    for (ConfigCommands.Match map :
        commands.find(
            ".*", PROFILE.formatted("mapping") + "dscp ([\\d,-]+) switch-priority (\\d)")) {
      if (ConfigCommands.numbers(map.group(1)).contains(dscp)) {
        return map.reported(Long.parseLong(map.group(2)));
      }
    }
    // RoCE's own map is the usual one: eight DSCPs to a priority.
    return roce().isPresent() ? roce().get().reported((long) dscp / 8) : tables(dscp);
  }

  /** The table of PCP and DSCP to switch priority. */
  private ReportedValue<Long> tables(int dscp) {
    for (Subject item : shown) {
      if (host.facts()
          .text(item, "dscp")
          .matches(list -> ConfigCommands.numbers(list).contains(dscp))) {
        return host.facts().number(item, "switch-prio");
      }
    }
    return ReportedValue.unreported("the switch priority of DSCP " + dscp);
  }

  @Override
  protected boolean isMarkingKnown() {
    return !curves().isEmpty() || command("nv set qos .*").isPresent();
  }

  @Override
  protected ReportedValue<Long> queue(String port, int trafficClass) {
    for (ConfigCommands.Match map :
        commands.find(
            ".*",
            PROFILE.formatted("egress-queue-mapping")
                + "switch-priority ([\\d,-]+) traffic-class (\\d)")) {
      if (ConfigCommands.numbers(map.group(1)).contains(trafficClass)) {
        return map.reported(Long.valueOf(map.group(2)));
      }
    }
    return super.queue(port, trafficClass);
  }

  @Override
  protected Optional<WredCurve> curve(String port, int switchPriority) {
    int priority = (int) (long) queue(port, switchPriority).orElse((long) switchPriority);
    String bound =
        commands
            .find(".*", "nv set interface (\\S+) qos congestion-control profile (\\S+)")
            .stream()
            .filter(match -> covers(match.group(1), port))
            .map(match -> match.group(2))
            .findFirst()
            .orElse(EVERYWHERE);
    List<Marking> own =
        markings.stream().filter(each -> each.classes().contains(priority)).toList();
    Optional<Marking> set =
        Stream.of(bound, EVERYWHERE)
            .flatMap(name -> own.stream().filter(each -> each.profile().equals(name)))
            .findFirst()
            // A profile that no interface names: an excerpt left its use out.
            .or(() ->
                own.stream().filter(each -> !isWhole() && !isBound(each.profile())).findFirst());
    if (set.isPresent()) {
      return Optional.of(curve(set.get(), priority));
    }
    boolean marks =
        shown("enabled-tc")
            .map(text -> ConfigCommands.numbers(text).contains(priority))
            .orElse(anyRoce().isPresent() && ROCE_MARKS.contains(priority));
    return marks ? preset() : Optional.empty();
  }

  private boolean isBound(String profile) {
    return commands.has(
        ".*", "nv set interface \\S+ qos congestion-control profile " + Pattern.quote(profile));
  }

  @Override
  protected List<WredCurve> curves() {
    Set<WredCurve> curves = new LinkedHashSet<>();
    for (Marking marking : markings) {
      marking.classes().forEach(each -> curves.add(curve(marking, each)));
    }
    if (markings.stream().noneMatch(each -> each.classes().contains(ROCE))) {
      preset().ifPresent(curves::add);
    }
    return List.copyOf(curves);
  }

  /** What one command sets of the queues of some traffic classes in one profile. */
  private record Marking(
      String profile, Set<Integer> classes, String words, ConfigCommands.Command command) {}

  private static List<Marking> markings(ConfigCommands commands) {
    return commands.find(".*", MARKING).stream()
        .map(match ->
            new Marking(
                match.group(1),
                ConfigCommands.numbers(match.group(2)),
                match.group(3),
                match.command()))
        .toList();
  }

  private List<Marking> markings(String profile, int priority) {
    return markings.stream()
        .filter(each -> each.profile().equals(profile) && each.classes().contains(priority))
        .toList();
  }

  /** The curve of one class in the profile of a marking: all that any command says of the two. */
  private WredCurve curve(Marking of, int priority) {
    List<Marking> all = markings(of.profile(), priority);
    String alike =
        of.classes().stream()
            .filter(each -> markings(of.profile(), each).equals(all))
            .map(String::valueOf)
            .collect(Collectors.joining(","));
    ReportedValue<Boolean> marks =
        word(all, "ecn (\\w+)").map(word -> word.startsWith("enable") || word.equals("on"));
    ReportedValue<Double> min = threshold(all, "min-threshold");
    ReportedValue<Double> max = threshold(all, "max-threshold");
    // ECN is on unless it is switched off.
    ReportedValue<Boolean> byDefault = min.isReported() ? min.map(_ -> true) : max.map(_ -> true);
    return WredCurve.of(
            of.profile() + " traffic-class " + alike, marks.orElseReported(byDefault), min, max)
        .withPercent(probability(all));
  }

  private static ReportedValue<String> word(List<Marking> all, String text) {
    Pattern pattern = Pattern.compile("(?:.* )?" + text + "(?: .*)?");
    for (Marking each : all) {
      Matcher found = pattern.matcher(each.words());
      if (found.matches()) {
        return ReportedValue.reported(found.group(1), each.command().evidence());
      }
    }
    return ReportedValue.unreported(text);
  }

  private static ReportedValue<Double> probability(List<Marking> all) {
    ReportedValue<String> percent = word(all, "probability (\\d{1,3})");
    return percent.isReported()
        ? percent.map(Double::parseDouble)
        : ReportedValue.unreported("probability, in percent");
  }

  private static ReportedValue<Double> threshold(List<Marking> all, String name) {
    ReportedValue<String> number = word(all, name + " (\\d+)");
    return number.findEvidence().isPresent()
        ? ConfigCommands.bytes(number.get(), "bytes", number.findEvidence().get())
        : ReportedValue.unreported(name);
  }

  /** RoCE's curve where nothing else is said: 146.48 KB to 1.43 MB, from the user guide. */
  private Optional<WredCurve> preset() {
    Optional<ConfigCommands.Match> roce = anyRoce();
    if (roce.isPresent()) {
      return Optional.of(
          WredCurve.of(
              "roce",
              roce.get().reported(true),
              roce.get().reported(146_480.0),
              roce.get().reported(1_430_000.0)));
    }
    ReportedValue<String> mode = shown("congestion-mode");
    return mode.isReported()
        ? Optional.of(
            WredCurve.of(
                "roce",
                mode.map(text -> text.toLowerCase(Locale.ROOT).startsWith("ecn")),
                size("min-threshold"),
                size("max-threshold")))
        : Optional.empty();
  }

  private ReportedValue<Double> size(String name) {
    ReportedValue<String> text = shown(name);
    String[] words = text.orElse("").strip().split("\\s+");
    return words.length == 2 && text.findEvidence().isPresent()
        ? ConfigCommands.bytes(words[0], words[1], text.findEvidence().get())
        : ReportedValue.unreported(name);
  }
}
