package dev.headroom.formats.switches.junos;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.PfcFault;
import dev.headroom.formats.switches.ReferenceSyntax;
import dev.headroom.formats.switches.SettingKind;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Class of service of Juniper Junos on QFX switches (Junos, "Class of Service User Guide"; "PFC
 * Watchdog"). A classifier sorts DSCPs into forwarding classes, which have a queue and may be
 * {@code no-loss}. A congestion notification profile pauses code points. A scheduler marks, by a
 * drop profile, if it has {@code explicit-congestion-notification}.
 *
 * <p>The number of a lossless class is its {@code pfc-priority}, that of another class its queue. A
 * queue that has the number of such a priority counts from 8 on.
 */
final class JunosConfiguration extends CommandConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Juniper Junos", "class-of-service classifiers dscp")
          .marking(
              "set class-of-service schedulers SCHEDULER explicit-congestion-notification and a drop-profile-map for the lossless class, with the scheduler in the scheduler-map of these interfaces",
              "set class-of-service schedulers SCHEDULER explicit-congestion-notification, for the scheduler of the lossless class, with a drop-profile-map of loss-priority any")
          .watchdog(
              "class-of-service: pfc-watchdog in the congestion-notification-profile of {port}",
              "commit");

  /** A row of a classifier; names instead of bits, and imported rows, do not match. */
  private static final Pattern SORTED =
      Pattern.compile("forwarding-class (\\S+) (?:loss-priority \\S+ )?code-points ([01]{6})");

  private static final String COS = "set class-of-service ";
  private static final int QUEUES = 8;

  private static final SettingKind CLASSIFIER =
      SettingKind.of("classifiers").builtIn("default|\\S+-default");
  private static final SettingKind PFC = SettingKind.of("congestion-notification-profile");
  private static final SettingKind MAP = SettingKind.of("scheduler-maps").builtIn("default");
  private static final SettingKind SCHEDULER = SettingKind.of("schedulers");
  private static final SettingKind DROPS = SettingKind.of("drop-profiles");
  private static final SettingKind CLASS =
      SettingKind.of("forwarding-classes")
          .builtIn(
              "best-effort|expedited-forwarding|assured-forwarding|network-control|fcoe|no-loss|mcast.*")
          .spare();
  private static final SettingKind PORT_SHARE = SettingKind.of("traffic-control-profiles");
  private static final SettingKind CLASS_SET = SettingKind.of("forwarding-class-sets").spare();

  private static final ReferenceSyntax REFERENCES =
      new ReferenceSyntax(
          List.of(
              row(CLASSIFIER, "classifiers \\S+ (\\S+) .*"),
              row(PFC, "congestion-notification-profile (\\S+) .*"),
              row(MAP, "scheduler-maps (\\S+) .*"),
              row(SCHEDULER, "schedulers (\\S+) .*"),
              row(DROPS, "drop-profiles (\\S+) .*"),
              row(CLASS, "forwarding-classes class (\\S+) .*"),
              row(CLASS, "forwarding-classes queue \\d (\\S+)"),
              row(PORT_SHARE, "traffic-control-profiles (\\S+) .*"),
              row(CLASS_SET, "forwarding-class-sets (\\S+) .*")),
          List.of(
              row(CLASSIFIER, "interfaces \\S+ (?:unit \\S+ )?classifiers \\S+ (\\S+)"),
              row(PFC, "interfaces \\S+ congestion-notification-profile (\\S+)"),
              row(MAP, "interfaces \\S+ (?:unit \\S+ )?scheduler-map (\\S+)"),
              row(MAP, "traffic-control-profiles \\S+ scheduler-map (\\S+)"),
              row(SCHEDULER, "scheduler-maps \\S+ forwarding-class \\S+ scheduler (\\S+)"),
              row(DROPS, "schedulers \\S+ drop-profile-map .*drop-profile (\\S+)"),
              row(CLASS, "classifiers \\S+ \\S+ forwarding-class (\\S+) .*"),
              row(CLASS, "scheduler-maps \\S+ forwarding-class (\\S+) .*"),
              row(CLASS, "forwarding-class-sets \\S+ class (\\S+).*"),
              row(PORT_SHARE, "interfaces .*output-traffic-control-profile (\\S+)"),
              row(CLASS_SET, "interfaces \\S+ forwarding-class-set (\\S+) .*")));

  /** Forwarding classes by name. */
  private final Map<String, ForwardingClass> classes = new LinkedHashMap<>();

  private record ForwardingClass(
      String name, int queue, boolean noLoss, Optional<Integer> priority, Evidence evidence) {}

  private static ReferenceSyntax.Row row(SettingKind kind, String text) {
    return new ReferenceSyntax.Row(kind, "configuration", COS + text);
  }

  JunosConfiguration(HostFacts host) {
    super(WORDS, host);
    for (ConfigCommands.Match match : cos("forwarding-classes class (\\S+) .*")) {
      String name = match.group(1);
      classes.computeIfAbsent(name, each -> forwardingClass(each, match.command().evidence()));
    }
    for (ConfigCommands.Match match : cos("forwarding-classes queue (\\d) (\\S+)(?: .*)?")) {
      int queue = Integer.parseInt(match.group(1));
      classes.computeIfAbsent(
          match.group(2),
          name ->
              new ForwardingClass(
                  name, queue, false, Optional.empty(), match.command().evidence()));
    }
  }

  private ForwardingClass forwardingClass(String name, Evidence evidence) {
    String prefix = "forwarding-classes class " + Pattern.quote(name) + " (?:.* )?";
    Optional<Integer> queue = number(prefix + "queue-num (\\d)(?: .*)?");
    boolean noLoss = !cos(prefix + "no-loss(?: .*)?").isEmpty();
    return new ForwardingClass(
        name, queue.orElse(0), noLoss, number(prefix + "pfc-priority (\\d)(?: .*)?"), evidence);
  }

  private Optional<Integer> number(String text) {
    return cos(text).stream().findFirst().map(match -> Integer.parseInt(match.group(1)));
  }

  private List<ConfigCommands.Match> cos(String text) {
    return commands.find("configuration", COS + text);
  }

  @Override
  protected boolean isPresent() {
    return !cos("(?:forwarding-classes|congestion-notification-profile|schedulers|interfaces|classifiers|drop-profiles|scheduler-maps) .*")
        .isEmpty();
  }

  @Override
  protected boolean isWhole() {
    return commands.has("configuration", "set (?:groups \\S+ )?system host-name \\S+")
        && !cos("interfaces .*").isEmpty();
  }

  @Override
  protected Optional<Evidence> settingsRead(String port) {
    return isWhole()
        ? Stream.concat(
                cos("interfaces " + Pattern.quote(port) + " .*").stream(),
                commands
                    .find("configuration", "set interfaces " + Pattern.quote(port) + " .*")
                    .stream())
            .map(match -> match.command().evidence())
            .findFirst()
        : Optional.empty();
  }

  /** Wildcards such as {@code et-*} stand for the ports that the interfaces part has. */
  @Override
  protected List<String> ports() {
    Set<String> ports = new LinkedHashSet<>();
    for (ConfigCommands.Match match : cos("interfaces (\\S+) .*")) {
      String name = match.group(1);
      List<String> meant = others().stream().filter(port -> covers(name, port)).toList();
      ports.addAll(name.contains("*") && !meant.isEmpty() ? meant : List.of(name));
    }
    return List.copyOf(ports);
  }

  @Override
  protected List<String> others() {
    return commands.find("configuration", "set interfaces ((?:et|xe|ge|ae)[-\\d/:]+) .*").stream()
        .map(match -> match.group(1))
        .distinct()
        .toList();
  }

  private static boolean covers(String name, String port) {
    return name.equals(port)
        || name.equals("all")
        || (name.contains("*")
            && port.matches(
                Stream.of(name.split("\\*", -1))
                    .map(Pattern::quote)
                    .reduce((left, right) -> left + ".*" + right)
                    .orElse("")));
  }

  /** What the class of service of a port says, its own name before wildcards. */
  private List<ConfigCommands.Match> ofPort(String port, String text) {
    List<ConfigCommands.Match> all =
        cos("interfaces (\\S+) " + text).stream()
            .filter(match -> covers(match.group(1), port))
            .toList();
    List<ConfigCommands.Match> own =
        all.stream().filter(match -> match.group(1).equals(port)).toList();
    return own.isEmpty() ? all : own;
  }

  private Optional<ConfigCommands.Match> profile(String port) {
    return ofPort(port, "congestion-notification-profile (\\S+)").stream().findFirst();
  }

  @Override
  protected ReferenceSyntax referenceSyntax() {
    return REFERENCES;
  }

  @Override
  protected ReportedValue<Long> mtu(String port) {
    return commands
        .first("configuration", "set interfaces " + Pattern.quote(port) + " mtu (\\d{3,5})")
        .<ReportedValue<Long>>map(match -> match.reported(Long.valueOf(match.group(1))))
        .orElseGet(() -> ReportedValue.unreported("the MTU of " + port));
  }

  /** Priorities of the code points that a port's profile pauses. */
  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    Optional<ConfigCommands.Match> profile = profile(port);
    if (profile.isEmpty()) {
      return ReportedValue.unreported("congestion-notification-profile of " + port);
    }
    NavigableSet<Integer> priorities = new TreeSet<>();
    for (ConfigCommands.Match point : paused(profile.get().group(2))) {
      int bits = Integer.parseInt(point.group(2), 2);
      if (!point.group(1).startsWith("dscp")) {
        priorities.add(bits);
      } else {
        classOf(port, bits)
            .map(ForwardingClass::name)
            .map(this::find)
            .flatMap(ForwardingClass::priority)
            .ifPresent(priorities::add);
      }
    }
    return profile.get().reported(priorities);
  }

  private ForwardingClass find(String name) {
    ForwardingClass found = classes.get(name);
    return found == null
        ? new ForwardingClass(
            name, 0, false, Optional.empty(), commands.all().getFirst().evidence())
        : found;
  }

  private List<ConfigCommands.Match> paused(String profile) {
    return cos(
        "congestion-notification-profile "
            + Pattern.quote(profile)
            + " input (\\S+) code-point ([01]{3,6}) pfc\\b.*");
  }

  /** The forwarding class of a DSCP, by the classifier of a port; empty where none sorts it. */
  private Optional<ForwardingClass> classOf(String port, int dscp) {
    return sorting(port, dscp).map(match -> find(match.group(1)));
  }

  private Optional<ConfigCommands.Match> sorting(String port, int dscp) {
    String bits = "%6s".formatted(Integer.toBinaryString(dscp)).replace(' ', '0');
    return ofPort(port, "(?:unit \\S+ )?classifiers dscp (\\S+)").stream()
        .findFirst()
        .flatMap(use ->
            cos(
                    "classifiers dscp "
                        + Pattern.quote(use.group(2))
                        + " forwarding-class (\\S+) (?:.* )?code-points (?:.* )?"
                        + bits
                        + "(?: .*)?")
                .stream()
                .findFirst());
  }

  @Override
  protected Optional<PfcFault> pfcFault(String port) {
    Optional<ConfigCommands.Match> profile = profile(port);
    if (profile.isEmpty()) {
      return Optional.empty();
    }
    List<ConfigCommands.Match> points = paused(profile.get().group(2));
    if (points.isEmpty()) {
      return isDefined(profile.get().group(2))
          ? Optional.of(
              new PfcFault(
                  "its congestion-notification-profile pauses no code point",
                  "set class-of-service congestion-notification-profile "
                      + profile.get().group(2)
                      + " input dscp code-point 011010 pfc, with the DSCP of RDMA",
                  List.of(profile.get().command().evidence())))
          : Optional.empty();
    }
    return points.stream()
        .filter(point -> point.group(1).startsWith("dscp"))
        .flatMap(point -> fault(port, point).stream())
        .findFirst();
  }

  private boolean isDefined(String profile) {
    return !cos("congestion-notification-profile " + Pattern.quote(profile) + " .*").isEmpty();
  }

  private Optional<PfcFault> fault(String port, ConfigCommands.Match point) {
    Optional<ForwardingClass> of = classOf(port, Integer.parseInt(point.group(2), 2));
    if (of.isEmpty()) {
      return unsorted(port, point);
    }
    if (!classes.containsKey(of.get().name())) {
      return Optional.empty();
    }
    ForwardingClass found = of.get();
    if (found.noLoss() && found.priority().isPresent()) {
      return Optional.empty();
    }
    String missing = found.noLoss() ? "pfc-priority" : "no-loss";
    return Optional.of(
        new PfcFault(
            "code point %s is paused, but its forwarding class %s has no %s"
                .formatted(point.group(2), found.name(), missing),
            "set class-of-service forwarding-classes class %s queue-num %d no-loss pfc-priority N"
                .formatted(found.name(), found.queue()),
            List.of(point.command().evidence(), found.evidence())));
  }

  /**
   * A paused code point that the port's classifier sorts nowhere: the classifier of the port has to
   * be known, with all its code points as bits.
   */
  private Optional<PfcFault> unsorted(String port, ConfigCommands.Match point) {
    Optional<ConfigCommands.Match> use =
        ofPort(port, "(?:unit \\S+ )?classifiers dscp (\\S+)").stream().findFirst();
    if (use.isEmpty()) {
      return Optional.empty();
    }
    String classifier = use.get().group(2);
    List<ConfigCommands.Match> rows =
        cos("classifiers dscp " + Pattern.quote(classifier) + " (.+)");
    List<String> lossless = new ArrayList<>();
    for (ConfigCommands.Match row : rows) {
      Matcher sorted = SORTED.matcher(row.group(1));
      if (!sorted.matches()) {
        return Optional.empty();
      }
      if (find(sorted.group(1)).noLoss()) {
        lossless.add(sorted.group(2));
      }
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PfcFault(
                "code point %s is paused, but classifier %s sorts it into no forwarding class%s"
                    .formatted(
                        point.group(2),
                        classifier,
                        lossless.isEmpty()
                            ? ""
                            : "; the code points of no-loss classes are "
                                + String.join(", ", lossless)),
                "pause the code points of the no-loss class in the congestion-notification-profile "
                    + "(input dscp code-point), as the classifier has them",
                List.of(point.command().evidence(), rows.getFirst().command().evidence())));
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    Optional<ConfigCommands.Match> on =
        profile(port)
            .flatMap(use ->
                cos(
                        "congestion-notification-profile "
                            + Pattern.quote(use.group(2))
                            + " pfc-watchdog\\b.*")
                    .stream()
                    .findFirst());
    return allPfcPrioritiesIf(on, true, port, "pfc-watchdog of " + port);
  }

  /** A profile without the statement has no watchdog. */
  @Override
  protected boolean isWatchdogKnown() {
    return !cos("congestion-notification-profile \\S+ input .*").isEmpty();
  }

  @Override
  protected DscpClasses classes(String port) {
    return DscpClasses.ofEachDscp(dscp ->
        sorting(port, dscp)
            .filter(match -> classes.containsKey(match.group(1)))
            .<ReportedValue<Long>>map(match -> match.reported((long) id(find(match.group(1)))))
            .orElseGet(() ->
                ReportedValue.unreported("the forwarding class of DSCP " + dscp + " at " + port)));
  }

  /** The number of a class, as the head of this file says. */
  private int id(ForwardingClass of) {
    if (of.noLoss() && of.priority().isPresent()) {
      return of.priority().get();
    }
    boolean taken =
        classes.values().stream()
            .anyMatch(other ->
                other.noLoss()
                    && other.priority().isPresent()
                    && other.priority().get() == of.queue());
    return taken ? QUEUES + of.queue() : of.queue();
  }

  /** The forwarding class of a number. */
  Optional<String> className(int trafficClass) {
    return ofId(trafficClass).map(ForwardingClass::name);
  }

  private Optional<ForwardingClass> ofId(int id) {
    return classes.values().stream().filter(each -> id(each) == id).findFirst();
  }

  @Override
  protected SortedSet<Integer> queues(String port) {
    SortedSet<Integer> ids = new TreeSet<>();
    classes.values().forEach(each -> ids.add(id(each)));
    return ids;
  }

  @Override
  protected ReportedValue<Long> queue(String port, int trafficClass) {
    return ofId(trafficClass)
        .<ReportedValue<Long>>map(
            each -> ReportedValue.reported((long) each.queue(), each.evidence()))
        .orElseGet(() -> super.queue(port, trafficClass));
  }

  /** Where a profile has an output part, that says which queue a pause stops. */
  @Override
  protected ReportedValue<Long> pausedQueue(String port, int priority) {
    String bits = "%3s".formatted(Integer.toBinaryString(priority)).replace(' ', '0');
    return profile(port).stream()
        .flatMap(use ->
            cos(
                "congestion-notification-profile "
                    + Pattern.quote(use.group(2))
                    + " output ieee-802.1 code-point "
                    + bits
                    + " flow-control-queue (\\d)")
                .stream())
        .findFirst()
        .<ReportedValue<Long>>map(match -> match.reported(Long.valueOf(match.group(1))))
        .orElseGet(() -> super.pausedQueue(port, priority));
  }

  @Override
  protected boolean isMarkingKnown() {
    return !cos("(?:schedulers|scheduler-maps) .*").isEmpty();
  }

  /** The scheduler of a class: by the map of the port, or of its traffic control profile. */
  Optional<String> scheduler(String port, int trafficClass) {
    Optional<ForwardingClass> of = ofId(trafficClass);
    List<String> maps = new ArrayList<>();
    ofPort(port, "(?:unit \\S+ )?scheduler-map (\\S+)").forEach(match -> maps.add(match.group(2)));
    ofPort(port, "forwarding-class-set \\S+ output-traffic-control-profile (\\S+)")
        .forEach(use ->
            cos("traffic-control-profiles " + Pattern.quote(use.group(2)) + " scheduler-map (\\S+)")
                .forEach(match -> maps.add(match.group(1))));
    return of.flatMap(each ->
        maps.stream()
            .flatMap(map ->
                cos(
                    "scheduler-maps "
                        + Pattern.quote(map)
                        + " forwarding-class "
                        + Pattern.quote(each.name())
                        + " scheduler (\\S+)")
                    .stream())
            .map(match -> match.group(1))
            .findFirst());
  }

  @Override
  protected Optional<WredCurve> curve(String port, int trafficClass) {
    return scheduler(port, trafficClass).flatMap(this::curve);
  }

  private Optional<WredCurve> curve(String scheduler) {
    String prefix = "schedulers " + Pattern.quote(scheduler) + " ";
    Optional<ConfigCommands.Match> ecn =
        cos(prefix + "explicit-congestion-notification").stream().findFirst();
    List<ConfigCommands.Match> maps =
        cos(
            prefix
                + "drop-profile-map loss-priority (\\S+) (?:protocol \\S+ )?drop-profile (\\S+)");
    Optional<ConfigCommands.Match> green =
        maps.stream().filter(map -> map.group(1).matches("low|any")).findFirst();
    Optional<ConfigCommands.Match> used = green.or(() -> maps.stream().findFirst());
    if (used.isEmpty()) {
      return ecn.map(on ->
          new WredCurve(
              scheduler,
              new WredCurve.Marking(
                  on.reported(false),
                  "explicit-congestion-notification is on, but it has no drop-profile-map, so that it does not mark"),
              ReportedValue.unreported("a drop profile of " + scheduler),
              ReportedValue.unreported("a drop profile of " + scheduler),
              ReportedValue.unreported("a drop profile of " + scheduler)));
    }
    String profile = used.get().group(2);
    if (cos("drop-profiles " + Pattern.quote(profile) + " .*").isEmpty() && isWhole()) {
      return Optional.empty();
    }
    DropProfile points = DropProfile.of(commands, profile);
    WredCurve.Marking marking =
        green.isEmpty()
            ? new WredCurve.Marking(
                used.get().reported(false),
                "its drop-profile-map has no loss-priority low or any, so that it does not mark green packets")
            : WredCurve.Marking.orDrops(
                ecn.map(on -> on.reported(true)).orElseGet(() -> used.get().reported(false)));
    return Optional.of(
        new WredCurve(scheduler, marking, points.from(), points.to(), points.most()));
  }

  /** Those of no-loss classes too, which are meant to be lossless even if nothing pauses them. */
  @Override
  protected List<WredCurve> losslessCurves(List<SwitchPort> ports) {
    Map<String, WredCurve> used = new LinkedHashMap<>();
    super.losslessCurves(ports).forEach(curve -> used.put(curve.name(), curve));
    for (SwitchPort port : ports) {
      classes.values().stream()
          .filter(ForwardingClass::noLoss)
          .flatMap(each -> port.curve(id(each)).stream())
          .forEach(curve -> used.putIfAbsent(curve.name(), curve));
    }
    return List.copyOf(used.values());
  }

  @Override
  protected List<WredCurve> curves() {
    return cos("schedulers (\\S+) .*").stream()
        .map(match -> match.group(1))
        .distinct()
        .flatMap(scheduler -> curve(scheduler).stream())
        .toList();
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int trafficClass) {
    return scheduler(port, trafficClass).stream()
        .flatMap(name -> cos("schedulers " + Pattern.quote(name) + " priority (\\S+)").stream())
        .findFirst()
        .<ReportedValue<Boolean>>map(match -> match.reported(match.group(1).startsWith("strict")))
        .orElseGet(() -> super.strict(port, trafficClass));
  }
}
