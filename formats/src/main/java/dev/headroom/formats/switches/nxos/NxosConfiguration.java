package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.CommandConfiguration;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.PfcFault;
import dev.headroom.formats.switches.QueueDepth;
import dev.headroom.formats.switches.ReferenceSyntax;
import dev.headroom.formats.switches.SettingKind;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
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
      "random-detect minimum-threshold (\\d+) (\\w+) maximum-threshold (\\d+) (\\w+)(?: drop-probability (\\d{1,3}))?(.*)";

  private static final String PAUSE = "pause pfc-cos ([\\d,-]+)(?: .*)?";
  private static final Pattern NETWORK_QUEUE = Pattern.compile(".*c-\\d+q-nq(\\d)");
  private static final SortedSet<Integer> NONE = Collections.emptySortedSet();

  private static final SettingKind QOS = SettingKind.of("policy-map type qos");
  private static final SettingKind QUEUING =
      SettingKind.of("policy-map type queuing").builtIn("default-.*");
  private static final SettingKind NETWORK =
      SettingKind.of("policy-map type network-qos").builtIn("default-.*");
  private static final SettingKind CLASS =
      SettingKind.of("class-map type qos").builtIn("class-default|class-fcoe|class-.*-default");

  /** Names of the queues and classes of each model are there without a definition. */
  private static final SettingKind QUEUE_CLASS =
      SettingKind.of("class-map type queuing")
          .builtIn("class-.*|c-(?:out|in)-\\S+|\\S*-(?:out|in)-\\S+|\\dp?\\dq\\S+|c\\d\\S*")
          .spare();

  private static final SettingKind NETWORK_CLASS =
      SettingKind.of("class-map type network-qos").builtIn("class-.*|c-\\S*nq\\S*").spare();

  private static final String MATCH = "(?:match-(?:all|any) )?";
  private static final ReferenceSyntax REFERENCES =
      new ReferenceSyntax(
          List.of(
              definition(QOS, "policy-map (?:type qos )?(?!type )(\\S+)"),
              definition(QUEUING, "policy-map type queuing (\\S+)"),
              definition(NETWORK, "policy-map type network-qos (\\S+)"),
              definition(CLASS, "class-map (?:type qos )?" + MATCH + "(?!type )(\\S+)"),
              definition(QUEUE_CLASS, "class-map type queuing " + MATCH + "(\\S+)"),
              definition(NETWORK_CLASS, "class-map type network-qos " + MATCH + "(\\S+)")),
          List.of(
              new ReferenceSyntax.Row(
                  QOS, ".*", "service-policy (?:type qos )?input (?!type )(\\S+)(?: no-stats)?"),
              new ReferenceSyntax.Row(
                  QUEUING, ".*", "service-policy type queuing (?:input|output) (\\S+).*"),
              new ReferenceSyntax.Row(
                  NETWORK, ".*", "service-policy type network-qos (?:input |output )?(\\S+).*"),
              new ReferenceSyntax.Row(
                  CLASS,
                  "policy-map (?:type qos )?(?!type )[^ |]+",
                  "class (?:type qos )?(?!type )(\\S+)"),
              new ReferenceSyntax.Row(
                  QUEUE_CLASS, "policy-map type queuing [^ |]+", "class type queuing (\\S+)"),
              new ReferenceSyntax.Row(
                  NETWORK_CLASS,
                  "policy-map type network-qos [^ |]+",
                  "class type network-qos (\\S+)")));

  private static ReferenceSyntax.Row definition(SettingKind kind, String text) {
    return new ReferenceSyntax.Row(kind, "configuration", text);
  }

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

  /** The mode of a port without one is {@code auto}: it negotiates PFC by DCBX. */
  @Override
  protected boolean isPfcOffUntilSet() {
    return false;
  }

  @Override
  protected ReferenceSyntax referenceSyntax() {
    return REFERENCES;
  }

  /** PFC of a port needs a class with {@code pause} in the policy of the whole switch. */
  @Override
  protected Optional<PfcFault> pfcFault(String port) {
    Optional<ConfigCommands.Match> on =
        commands.first(ConfigCommands.inInterface(port), "priority-flow-control mode on\\b.*");
    Optional<ConfigCommands.Match> paused =
        commands.first("policy-map type network-qos .*", "pause pfc-cos ([\\d,-]+).*");
    boolean bound = system("network-qos").isPresent();
    if (on.isEmpty() || (!isWhole() && !bound) || !configured(port).orElse(NONE).isEmpty()) {
      return Optional.empty();
    }
    List<Evidence> seen = new ArrayList<>(List.of(on.get().command().evidence()));
    paused.ifPresent(match -> seen.add(match.command().evidence()));
    return Optional.of(
        new PfcFault(
            paused.isPresent()
                ? "priority-flow-control mode is on, but system qos uses no policy with pause pfc-cos"
                : "priority-flow-control mode is on, but no network-qos class has pause pfc-cos",
            paused.isPresent()
                ? "system qos; service-policy type network-qos POLICY, the policy with pause pfc-cos"
                : "pause pfc-cos N in the class of RDMA of the policy-map type network-qos",
            seen));
  }

  /** The class of a queue has its number in its name: {@code c-8q-nq3} pauses for queue 3. */
  @Override
  protected ReportedValue<Long> pausedQueue(String port, int priority) {
    for (ConfigCommands.Match pause :
        commands.find("policy-map type network-qos " + network() + " \\| .*", PAUSE)) {
      Matcher queue = NETWORK_QUEUE.matcher(pause.command().part());
      if (queue.matches() && ConfigCommands.numbers(pause.group(1)).contains(priority)) {
        return pause.reported(Long.valueOf(queue.group(1)));
      }
    }
    return super.pausedQueue(port, priority);
  }

  /** Groups and queues have the same number; it is said where the pauses stop another one. */
  @Override
  protected ReportedValue<Long> queue(String port, int trafficClass) {
    return pausedQueue(port, trafficClass).map(_ -> (long) trafficClass);
  }

  @Override
  protected ReportedValue<Long> limit(String port, int trafficClass) {
    return commands
        .first(
            "policy-map type queuing .*" + NxosNames.ofQueue(trafficClass),
            "queue-limit (\\d+) (bytes|kbytes|mbytes)")
        .flatMap(match ->
            QueueDepth.parse(match.group(1), match.group(2))
                .<ReportedValue<Long>>map(depth -> match.reported((long) depth.amount())))
        .orElseGet(() -> super.limit(port, trafficClass));
  }

  private String network() {
    return system("network-qos").map(Pattern::quote).orElse(".*");
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
    // A whole configuration whose system qos names no policy has the default one, without pauses.
    String policy =
        system("network-qos").map(Pattern::quote).orElse(isWhole() ? "default-nq-policy" : ".*");
    for (ConfigCommands.Match pause :
        commands.find("policy-map type network-qos " + policy + " \\| .*", PAUSE)) {
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

  /** The first class of the policy that takes a DSCP decides. */
  private ReportedValue<Long> trafficClass(String port, int dscp) {
    Optional<String> policy =
        commands
            .first(ConfigCommands.inInterface(port), "service-policy type qos input (\\S+).*")
            .map(match -> match.group(1))
            .or(() -> system("qos"));
    if (policy.isEmpty()) {
      return ReportedValue.unreported("service-policy type qos input of " + port);
    }
    for (NxosSortingClass each : NxosSortingClass.of(commands, policy.get())) {
      if (each.dscps().contains(dscp)) {
        return each.group();
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
                NxosSortingClass.dscps(what).filter(list -> !list.contains(dscp)).isEmpty());
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
            .or(() -> system("queuing output"))
            .map(Pattern::quote)
            .orElse(".*");
    return commands
        .find(
            "policy-map type queuing "
                + policy
                + " \\| class type queuing "
                + NxosNames.ofQueue(priority),
            CURVE)
        .stream()
        .map(NxosConfiguration::curve)
        .findFirst();
  }

  @Override
  protected ReportedValue<Boolean> strict(String port, int queue) {
    String part =
        "policy-map type queuing "
            + system("queuing output").map(Pattern::quote).orElse(".*")
            + " \\| class type queuing "
            + NxosNames.ofQueue(queue);
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
    return new WredCurve(
        match.command().part(),
        WredCurve.Marking.orDrops(match.reported(match.group(6).matches(".*\\becn\\b.*"))),
        match.depth(1, 2),
        match.depth(3, 4),
        match.percent(5));
  }
}
