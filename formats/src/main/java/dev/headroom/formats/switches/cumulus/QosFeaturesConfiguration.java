package dev.headroom.formats.switches.cumulus;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import dev.headroom.formats.switches.DscpClasses;
import dev.headroom.formats.switches.SettingDefinition;
import dev.headroom.formats.switches.SettingKind;
import dev.headroom.formats.switches.SettingReference;
import dev.headroom.formats.switches.SwitchConfiguration;
import dev.headroom.formats.switches.SwitchPortLink;
import dev.headroom.formats.switches.SwitchReferences;
import dev.headroom.formats.switches.VendorTerms;
import dev.headroom.formats.switches.WredCurve;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * QoS configuration of Cumulus Linux in files: {@code qos_features.conf}, and {@code traffic.conf}
 * of releases before 5. Ports stand in groups, and each feature has groups of its own (Cumulus
 * Linux user guide, "Quality of Service": PFC, Explicit Congestion Notification, Trust DSCP). Queue
 * and class have the same number unless {@code cos_egr_queue} says otherwise, which is not read.
 */
final class QosFeaturesConfiguration extends SwitchConfiguration {
  private static final VendorTerms WORDS =
      VendorTerms.of("Cumulus Linux", "traffic.cos_N.priority_source.dscp")
          .marking(
              "add the lossless class to cos_list of the ecn_red group of these ports",
              "ecn_enable = true of this group");

  static final Subject SETTINGS = new Subject(SubjectKind.SWITCH_SETTING, "qos-features");
  private static final Pattern DSCP =
      Pattern.compile("traffic\\.cos_([0-7])\\.priority_source\\.dscp");
  private static final Pattern RANGE = Pattern.compile("([a-z]+)(\\d{1,4})-(?:\\1)?(\\d{1,4})");
  private static final String ALL = "allports";
  private static final int MOST_PORTS = 1024;
  private static final List<String> DEFAULT_MARKS =
      List.of("default_ecn_red_conf", "default_ecn_conf");

  private final HostFacts host;

  /** Ports of each group, which every port asks for. */
  private final Map<String, Set<String>> groups = new HashMap<>();

  private final DscpClasses classes;

  QosFeaturesConfiguration(HostFacts host) {
    this.host = host;
    classes = DscpClasses.ofEachDscp(this::trafficClass);
  }

  @Override
  protected boolean isPresent() {
    return host.facts().has(SETTINGS);
  }

  @Override
  protected String name() {
    return host.reportedName().orElse(host.name());
  }

  @Override
  protected VendorTerms vendorTerms() {
    return WORDS;
  }

  private ReportedValue<String> setting(String key) {
    return host.facts().text(SETTINGS, key);
  }

  /**
   * Groups of a feature by what is set for them; the list of names is often left as it came. Newer
   * releases write keys of a listed group also without the feature before them.
   */
  private Set<String> groups(String feature) {
    Set<String> groups = new LinkedHashSet<>();
    for (String name :
        setting(feature + ".port_group_list").orElse("").replaceAll("[\\[\\]\\s]", "").split(",")) {
      if (setting(name + ".port_set").isReported()) {
        groups.add(name);
      }
    }
    for (Fact fact : host.facts().firstFactsOf(SETTINGS, key -> key.startsWith(feature + "."))) {
      if (fact.key().endsWith(".port_set")) {
        groups.add(fact.key().substring(0, fact.key().length() - ".port_set".length()));
      }
    }
    return groups;
  }

  /** The first group of a feature that a port is in. */
  Optional<String> group(String feature, String port) {
    return groups(feature).stream()
        .filter(group -> {
          Set<String> ports = portsOf(group);
          return ports.contains(port) || ports.contains(ALL);
        })
        .findFirst();
  }

  /** Groups of a feature that have ports. */
  List<String> usedGroups(String feature) {
    return groups(feature).stream().filter(group -> !portsOf(group).isEmpty()).toList();
  }

  private Set<String> portsOf(String group) {
    return groups.computeIfAbsent(
        group, name -> ports(setting(name + ".port_set").orElse("").replaceAll("[\\[\\]\\s]", "")));
  }

  /**
   * The keys of the marks that ports without a group have, if they mark a queue; releases before
   * 5.0 had another word for them.
   */
  Optional<String> defaultMarks(int queue) {
    return DEFAULT_MARKS.stream()
        .filter(name ->
            setting(name + ".egress_queue_list").matches(list -> numbers(list).contains(queue)))
        .findFirst();
  }

  /** {@code swp1-swp3,swp7} one by one. */
  private static Set<String> ports(String set) {
    Set<String> ports = new LinkedHashSet<>();
    for (String each : set.split("\\s*,\\s*")) {
      Matcher range = RANGE.matcher(each);
      if (range.matches()) {
        int last = Integer.parseInt(range.group(3));
        for (int i = Integer.parseInt(range.group(2));
            i <= last && ports.size() < MOST_PORTS;
            i++) {
          ports.add(range.group(1) + i);
        }
      } else if (!each.isEmpty()) {
        ports.add(each);
      }
    }
    return ports;
  }

  /** {@code [0, 1]}. */
  private static SortedSet<Integer> numbers(String list) {
    return ConfigCommands.numbers(list.replaceAll("[\\[\\]]", ""));
  }

  @Override
  protected List<String> ports() {
    Set<String> ports = new LinkedHashSet<>();
    for (String feature : List.of("pfc", "ecn_red")) {
      groups(feature).forEach(group -> ports.addAll(portsOf(group)));
    }
    if (ports.size() > 1) {
      ports.remove(ALL);
    }
    return List.copyOf(ports);
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> lossless(String port) {
    Optional<String> group = group("pfc", port);
    if (group.isEmpty()) {
      return ReportedValue.unreported("the pfc group of " + port);
    }
    boolean off =
        host.facts().flag(SETTINGS, group.get() + ".rx_enable").equalTo(false)
            && host.facts().flag(SETTINGS, group.get() + ".tx_enable").equalTo(false);
    return setting(group.get() + ".cos_list").map(list -> off ? new TreeSet<>() : numbers(list));
  }

  /** The file has all groups: a port in none of {@code pfc} has no PFC. */
  @Override
  protected Optional<Evidence> settingsRead(String port) {
    return setting("traffic.packet_priority_source_set")
        .findEvidence()
        .or(() -> setting("pfc.port_group_list").findEvidence());
  }

  @Override
  protected ReportedValue<SortedSet<Integer>> watchdogPriorities(String port) {
    return ReportedValue.unreported("the PFC watchdog, which is in another file");
  }

  @Override
  protected boolean isWatchdogKnown() {
    return false;
  }

  @Override
  protected DscpClasses classes(String port) {
    return classes;
  }

  private ReportedValue<Long> trafficClass(int dscp) {
    if (!setting("traffic.packet_priority_source_set").matches(set -> set.contains("dscp"))) {
      return ReportedValue.unreported("traffic.packet_priority_source_set with dscp");
    }
    for (Fact fact : host.facts().firstFactsOf(SETTINGS, key -> DSCP.matcher(key).matches())) {
      Matcher of = DSCP.matcher(fact.key());
      if (of.matches() && numbers(fact.value()).contains(dscp)) {
        return ReportedValue.reported(Long.valueOf(of.group(1)), fact.evidence());
      }
    }
    return ReportedValue.unreported("traffic.cos_N.priority_source.dscp of DSCP " + dscp);
  }

  @Override
  protected boolean isMarkingKnown() {
    return !groups("ecn_red").isEmpty()
        || DEFAULT_MARKS.stream()
            .anyMatch(name -> setting(name + ".egress_queue_list").isReported());
  }

  @Override
  protected Optional<WredCurve> curve(String port, int priority) {
    return group("ecn_red", port)
        .filter(group ->
            setting(group + ".cos_list")
                .orElseReported(setting(group + ".egress_queue_list"))
                .matches(list -> numbers(list).contains(priority)))
        .or(() -> defaultMarks(priority).filter(_ -> group("ecn_red", port).isEmpty()))
        .map(this::curve);
  }

  @Override
  protected List<WredCurve> curves() {
    List<WredCurve> curves = new ArrayList<>();
    groups("ecn_red").forEach(group -> curves.add(curve(group)));
    DEFAULT_MARKS.stream()
        .filter(name -> !numbers(setting(name + ".egress_queue_list").orElse("")).isEmpty())
        .forEach(name -> curves.add(curve(name)));
    return curves;
  }

  /** Groups without a port have no effect; the file of a release lists some as examples, empty. */
  @Override
  protected SwitchReferences references() {
    List<SettingDefinition> definitions = new ArrayList<>();
    List<SettingReference> uses = new ArrayList<>();
    for (String feature : List.of("pfc", "ecn_red")) {
      SettingKind kind = SettingKind.of(feature + " port group");
      for (String group : groups(feature)) {
        String name = group.substring(group.startsWith(feature + ".") ? feature.length() + 1 : 0);
        host.facts()
            .first(SETTINGS, group + ".port_set")
            .ifPresent(set -> {
              definitions.add(new SettingDefinition(kind, name, true, set.evidence()));
              portsOf(group)
                  .forEach(port ->
                      uses.add(new SettingReference(kind, name, port, true, set.evidence())));
            });
      }
    }
    return new SwitchReferences(definitions, uses);
  }

  private WredCurve curve(String group) {
    return WredCurve.of(
            group,
            host.facts().flag(SETTINGS, group + ".ecn_enable"),
            host.facts().decimal(SETTINGS, group + ".min_threshold_bytes"),
            host.facts().decimal(SETTINGS, group + ".max_threshold_bytes"))
        .withPercent(host.facts().decimal(SETTINGS, group + ".probability"));
  }

  @Override
  protected SwitchPortLink line(String port) {
    return SwitchPortLink.of(ReportedValue.unreported("the MTU of " + port));
  }

  /** A share of zero makes a queue strict. */
  @Override
  protected ReportedValue<Boolean> strict(String port, int switchPriority) {
    return setting("default_egress_sched.egr_queue_%d.bw_percent".formatted(switchPriority))
        .map(share -> share.strip().equals("0"));
  }
}
