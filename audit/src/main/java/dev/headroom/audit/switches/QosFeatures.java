package dev.headroom.audit.switches;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cumulus Linux by its files: {@code qos_features.conf}, and {@code traffic.conf} of releases
 * before 5. Ports stand in groups, and each feature has groups of its own (Cumulus Linux user
 * guide, "Quality of Service": PFC, Explicit Congestion Notification, Trust DSCP). Queue and class
 * have the same number unless {@code cos_egr_queue} says otherwise, which is not read.
 */
final class QosFeatures implements SwitchQos {
  private static final Subject SETTINGS = new Subject(Thing.SWITCH_SETTING, "qos-features");
  private static final Pattern DSCP =
      Pattern.compile("traffic\\.cos_([0-7])\\.priority_source\\.dscp");
  private static final Pattern RANGE = Pattern.compile("([a-z]+)(\\d{1,4})-(?:\\1)?(\\d{1,4})");
  private static final String ALL = "allports";
  private static final int MOST_PORTS = 1024;

  private final HostFacts host;

  private QosFeatures(HostFacts host) {
    this.host = host;
  }

  static Optional<SwitchQos> of(HostFacts host) {
    return host.facts().has(SETTINGS) ? Optional.of(new QosFeatures(host)) : Optional.empty();
  }

  @Override
  public String name() {
    return host.ownName().orElse(host.name());
  }

  @Override
  public String family() {
    return "Cumulus Linux";
  }

  private Known<String> setting(String key) {
    return host.facts().text(SETTINGS, key);
  }

  /** Groups of a feature by what is set for them; the list of names is often left as it came. */
  private Set<String> groups(String feature) {
    Set<String> groups = new LinkedHashSet<>();
    for (Fact fact : host.facts().about(SETTINGS)) {
      if (fact.key().startsWith(feature + ".") && fact.key().endsWith(".port_set")) {
        groups.add(fact.key().substring(0, fact.key().length() - ".port_set".length()));
      }
    }
    return groups;
  }

  /** The first group of a feature that a port is in. */
  private Optional<String> group(String feature, String port) {
    return groups(feature).stream()
        .filter(group -> {
          Set<String> ports = ports(setting(group + ".port_set").orElse(""));
          return ports.contains(port) || ports.contains(ALL);
        })
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
    return Commands.numbers(list.replaceAll("[\\[\\]]", ""));
  }

  @Override
  public List<String> ports() {
    Set<String> ports = new LinkedHashSet<>();
    for (String feature : List.of("pfc", "ecn_red")) {
      groups(feature)
          .forEach(group -> ports.addAll(ports(setting(group + ".port_set").orElse(""))));
    }
    if (ports.size() > 1) {
      ports.remove(ALL);
    }
    return List.copyOf(ports);
  }

  @Override
  public Known<SortedSet<Integer>> lossless(String port) {
    Optional<String> group = group("pfc", port);
    if (group.isEmpty()) {
      return Known.unsaid("the group of pfc that " + port + " is in");
    }
    boolean off =
        host.facts().flag(SETTINGS, group.get() + ".rx_enable").equalTo(false)
            && host.facts().flag(SETTINGS, group.get() + ".tx_enable").equalTo(false);
    return setting(group.get() + ".cos_list").map(list -> off ? new TreeSet<>() : numbers(list));
  }

  @Override
  public Known<SortedSet<Integer>> watched(String port) {
    return Known.unsaid("the PFC watchdog, which stands in another file");
  }

  @Override
  public boolean tellsWatchdog() {
    return false;
  }

  @Override
  public String dscpMap() {
    return "traffic.cos_N.priority_source.dscp";
  }

  @Override
  public Known<Long> trafficClass(String port, int dscp) {
    if (!setting("traffic.packet_priority_source_set").is(set -> set.contains("dscp"))) {
      return Known.unsaid("traffic.packet_priority_source_set with dscp");
    }
    for (Fact fact : host.facts().about(SETTINGS)) {
      Matcher of = DSCP.matcher(fact.key());
      if (of.matches() && numbers(fact.value()).contains(dscp)) {
        return Known.said(Long.valueOf(of.group(1)), fact.evidence());
      }
    }
    return Known.unsaid("traffic.cos_N.priority_source.dscp of DSCP " + dscp);
  }

  @Override
  public boolean tellsMarking() {
    return !groups("ecn_red").isEmpty();
  }

  @Override
  public Optional<Curve> curve(String port, int priority) {
    return group("ecn_red", port)
        .filter(group ->
            setting(group + ".cos_list")
                .or(setting(group + ".egress_queue_list"))
                .is(list -> numbers(list).contains(priority)))
        .map(this::curve);
  }

  @Override
  public List<Curve> curves() {
    List<Curve> curves = new ArrayList<>();
    groups("ecn_red").forEach(group -> curves.add(curve(group)));
    return curves;
  }

  private Curve curve(String group) {
    return new Curve(
        group,
        host.facts().flag(SETTINGS, group + ".ecn_enable"),
        host.facts().decimal(SETTINGS, group + ".min_threshold_bytes"),
        host.facts().decimal(SETTINGS, group + ".max_threshold_bytes"));
  }

  @Override
  public Known<Long> mtu(String port) {
    return Known.unsaid("the MTU of " + port);
  }

  @Override
  public Known<Boolean> strict(String port, int queue) {
    return Known.unsaid("how queue " + queue + " of " + port + " is served");
  }
}
