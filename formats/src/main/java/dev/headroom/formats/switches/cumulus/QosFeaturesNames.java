package dev.headroom.formats.switches.cumulus;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
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
    String ecn = group("ecn_red", "ecn", port, names);
    String key =
        facts
                .text(QosFeaturesConfiguration.SETTINGS, "ecn_red." + ecn + ".egress_queue_list")
                .isReported()
            ? "egress_queue_list"
            : "cos_list";
    SortedSet<Integer> marked = ConfigCommands.numbers(text("ecn_red." + ecn + "." + key));
    names.put("ecnKey", key);
    if (!marked.contains(trafficClass)) {
      names.put("ecnMissing", key);
    }
    SortedSet<Integer> lossy = new TreeSet<>(marked);
    lossy.removeAll(configuration.lossless(port).orElse(new TreeSet<>()));
    String kept = lossy.stream().map(each -> each + ",").collect(Collectors.joining());
    names.put("ecnBoth", kept + "{paused}");
    names.put("ecnAfter", kept + "{pause}");
    if (!text("traffic.packet_priority_source_set").contains("dscp")) {
      names.put("trustNew", "dscp");
    }
    return names;
  }

  /** The group of a feature that has the port; a new one with all of these ports if none has. */
  private String group(String feature, String hole, String port, Map<String, String> to) {
    Optional<String> known =
        configuration.group(feature, port).map(name -> name.substring(feature.length() + 1));
    String name = known.orElse(OWN);
    to.put(hole, name);
    if (known.isEmpty()) {
      String others = text(feature + ".port_group_list");
      to.put(hole + "List", others.isEmpty() ? name : others + "," + name);
      to.put(hole + "Ports", "{ports}");
    }
    return name;
  }
}
