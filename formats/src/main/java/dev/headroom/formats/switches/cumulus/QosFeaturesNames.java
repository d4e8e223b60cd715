package dev.headroom.formats.switches.cumulus;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Names of the port groups that {@code qos_features.conf} has for a port. */
final class QosFeaturesNames {
  private static final String OWN = "HEADROOM";

  private final FactSet facts;
  private final QosFeaturesConfiguration configuration;

  QosFeaturesNames(HostFacts host) {
    facts = host.facts();
    configuration = new QosFeaturesConfiguration(host);
  }

  private String text(String key) {
    return QosFeaturesWriter.list(facts.text(QosFeaturesConfiguration.SETTINGS, key).orElse(""));
  }

  Map<String, String> of(String port, int trafficClass, int queue) {
    Map<String, String> names = new LinkedHashMap<>();
    group("pfc", "pfc", port, names);
    Optional<String> shared =
        configuration
            .defaultMarks(trafficClass)
            .filter(_ -> configuration.group("ecn_red", port).isEmpty());
    shared.ifPresent(prefix -> names.put("ecn", prefix));
    String ecn = shared.orElseGet(() -> group("ecn_red", "ecn", port, names));
    String key =
        facts.text(QosFeaturesConfiguration.SETTINGS, ecn + ".egress_queue_list").isReported()
            ? "egress_queue_list"
            : "cos_list";
    SortedSet<Integer> marked = ConfigCommands.numbers(text(ecn + "." + key));
    names.put("ecnKey", key);
    if (!marked.contains(trafficClass)) {
      names.put("ecnMissing", key);
    }
    SortedSet<Integer> lossy = new TreeSet<>(marked);
    configuration
        .ports()
        .forEach(each -> lossy.removeAll(configuration.lossless(each).orElse(new TreeSet<>())));
    String kept = lossy.stream().map(each -> each + ",").collect(Collectors.joining());
    names.put("ecnBoth", kept + "{paused}");
    names.put("ecnAfter", kept + "{pause}");
    if (!text("traffic.packet_priority_source_set").contains("dscp")) {
      names.put("trustNew", "dscp");
    }
    return names;
  }

  /**
   * The group of a feature that has the port. A port without one joins the only group that there
   * is, since what all ports want is set there; else all such ports get a new one.
   */
  private String group(String feature, String hole, String port, Map<String, String> to) {
    Optional<String> known = configuration.group(feature, port);
    List<String> used = configuration.usedGroups(feature);
    String name = known.orElse(used.size() == 1 ? used.getFirst() : feature + "." + OWN);
    boolean isUsed = used.contains(name);
    to.put(hole, name);
    to.put(hole + (isUsed ? "Known" : "New"), name);
    if (known.isPresent() || !isUsed) {
      to.put(hole + "Own", name);
    }
    if (known.isEmpty()) {
      String ports = text(name + ".port_set");
      to.put(hole + "Ports", ports.isEmpty() ? without(feature) : ports + "," + without(feature));
      if (!isUsed) {
        String others = text(feature + ".port_group_list");
        to.put(hole + "List", others.isEmpty() ? OWN : others + "," + OWN);
      }
    }
    return name;
  }

  /** Ports that no group of a feature has. */
  private String without(String feature) {
    List<String> ports = configuration.ports();
    return ports.isEmpty()
        ? "{ports}"
        : ports.stream()
            .filter(port -> configuration.group(feature, port).isEmpty())
            .collect(Collectors.joining(","));
  }
}
