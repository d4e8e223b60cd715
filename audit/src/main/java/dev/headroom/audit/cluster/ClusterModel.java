package dev.headroom.audit.cluster;

import dev.headroom.audit.switches.HostSwitchLinks;
import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Scenario built from the facts of hosts and switches. Each NIC is a host of the scenario, and the
 * NICs of a server share the beginning of their names. Cables are those that LLDP, a table of MAC
 * addresses or a list joins. What nobody says is assumed, and every assumption is told.
 */
public final class ClusterModel {
  /** Where NICs hang of which nobody says where they do. */
  private static final String SOMEWHERE = "switch-assumed";

  private static final String SPINE = "spine-assumed";
  private static final String USUAL_RATE = "400Gbps";

  private final Map<String, NicModel> nics = new LinkedHashMap<>();
  private final Map<String, SimulatedSwitch> switches = new LinkedHashMap<>();
  private final Map<String, String> cables = new LinkedHashMap<>();
  private final Set<String> assumed = new LinkedHashSet<>();
  private int servers;

  private ClusterModel() {}

  /**
   * The cluster of these hosts and switches.
   *
   * @throws IllegalArgumentException if there is no NIC among them
   */
  public static ClusterModel of(List<HostFacts> all) {
    ClusterModel cluster = new ClusterModel();
    List<HostSwitchLinks.Link> links = HostSwitchLinks.of(all);
    for (HostFacts each : all) {
      SimulatedSwitch.of(each).ifPresent(found -> cluster.switches.put(word(found.name()), found));
    }
    for (HostFacts each : all) {
      if (SimulatedSwitch.of(each).isEmpty()) {
        cluster.add(each, links);
      }
    }
    if (cluster.nics.isEmpty()) {
      throw new IllegalArgumentException(
          "no RDMA NIC found in the inputs; lspci -vvv, ibstat or /sys/class/infiniband show them");
    }
    cluster.complete();
    return cluster;
  }

  /** What nobody says and was taken for granted, a sentence each. */
  public List<String> assumed() {
    return List.copyOf(assumed);
  }

  private void add(HostFacts host, List<HostSwitchLinks.Link> links) {
    List<NicModel> its = withoutTwins(NicModel.of(host));
    if (!its.isEmpty()) {
      servers++;
    }
    for (NicModel nic : its) {
      String name = word(host.name() + "-" + nic.name());
      nics.put(name, nic);
      Optional<String> at =
          links.stream()
              .filter(link -> link.host().name().equals(host.name()))
              .filter(link -> link.nic().equals(nic.netdev()))
              .map(link -> word(link.qos().name()))
              .findFirst();
      if (at.isEmpty()) {
        assumed.add(
            "no input shows the switch port of " + name + ": assumed to be on " + SOMEWHERE);
      }
      cables.put(name, at.orElse(SOMEWHERE));
    }
  }

  /** A function that no device is known to be on may be that of one: devices count then. */
  private static List<NicModel> withoutTwins(List<NicModel> all) {
    List<NicModel> devices = all.stream().filter(nic -> !nic.name().contains(":")).toList();
    return devices.isEmpty() ? all : devices;
  }

  /** A scenario needs two hosts, and a way from each to each. */
  private void complete() {
    if (nics.size() == 1) {
      String only = nics.keySet().iterator().next();
      nics.put("peer-assumed", nics.getOrDefault(only, nics.values().iterator().next()));
      cables.put("peer-assumed", cables.getOrDefault(only, SOMEWHERE));
      assumed.add("only one NIC found: a second one like it, peer-assumed, is added as its peer");
    }
    Set<String> used = new LinkedHashSet<>(cables.values());
    switches.keySet().retainAll(used);
    if (used.size() > 1) {
      for (String leaf : used) {
        cables.put(leaf, SPINE);
      }
      assumed.add(
          "no input shows the links between switches: each is assumed to have one link to "
              + SPINE
              + ", as fast as the links of all its hosts together");
    }
  }

  /** The scenario, with what it assumes as comments. It can be run as it is. */
  public String yaml() {
    StringBuilder text = new StringBuilder("# From the outputs of hosts and switches.\n");
    assumed.forEach(each -> text.append("# Assumed: ").append(each).append(".\n"));
    text.append("name: ")
        .append(servers)
        .append(servers == 1 ? " server, " : " servers, ")
        .append(nics.size())
        .append(" NICs\n");
    text.append("fabric:\n  topology: graph\n  nodes:\n");
    text.append("    hosts: [").append(String.join(", ", nics.keySet())).append("]\n");
    text.append("    switches: [").append(String.join(", ", boxes())).append("]\n  links:\n");
    cables.forEach((from, to) ->
        text.append("    - {a: %s, b: %s, rate: %s, cable: 3m}%n".formatted(from, to, rate(from))));
    SortedMap<String, String> common = common();
    text.append("hosts:\n  stages: detailed\n");
    sections(common, text);
    text.append("workload: {type: permutation, size: 16MiB}\n");
    overrides(common, text);
    return text.toString();
  }

  private Set<String> boxes() {
    Set<String> boxes = new LinkedHashSet<>(cables.values());
    boxes.addAll(switches.keySet());
    return boxes;
  }

  private String rate(String from) {
    NicModel nic = nics.get(from);
    if (nic != null) {
      if (nic.gbps() <= 0) {
        assumed.add("no input shows the rate of " + from + ": " + USUAL_RATE);
      }
      return nic.gbps() > 0 ? NicModel.gbps(nic.gbps()) : USUAL_RATE;
    }
    double all =
        nics.entrySet().stream()
            .filter(each -> from.equals(cables.get(each.getKey())))
            .mapToDouble(each -> each.getValue().gbps() > 0 ? each.getValue().gbps() : 400)
            .sum();
    return NicModel.gbps(Math.min(all, 10_000));
  }

  /** What all NICs have in common, and what is one for all queue pairs. */
  private SortedMap<String, String> common() {
    SortedMap<String, String> common = new TreeMap<>();
    NicModel first = nics.values().iterator().next();
    first
        .settings()
        .forEach((key, value) -> {
          boolean same =
              nics.values().stream().allMatch(each -> value.equals(each.settings().get(key)));
          if (same && !key.equals(NicModel.RATE)) {
            common.put(key, value);
          }
        });
    nics.values().stream()
        .flatMap(each -> Optional.ofNullable(each.settings().get(NicModel.MTU)).stream())
        .mapToInt(Integer::parseInt)
        .min()
        .ifPresent(mtu -> common.put(NicModel.MTU, String.valueOf(mtu)));
    switches.values().stream()
        .map(SimulatedSwitch::lossless)
        .filter(classes -> !classes.isEmpty())
        .findFirst()
        .ifPresent(classes -> common.put("pfc.classes", "[" + classes + "]"));
    return common;
  }

  private static void sections(SortedMap<String, String> common, StringBuilder text) {
    Map<String, List<String>> sections = new TreeMap<>();
    common.forEach((key, value) -> {
      int dot = key.lastIndexOf('.');
      sections
          .computeIfAbsent(key.substring(0, dot), _ -> new ArrayList<>())
          .add(key.substring(dot + 1) + ": " + value);
    });
    sections.forEach((section, values) -> {
      if (section.equals("hosts")) {
        values.forEach(value -> text.append("  ").append(value).append('\n'));
      } else {
        String head =
            section.startsWith("hosts.") ? "  " + section.substring("hosts.".length()) : section;
        text.append(head).append(": {").append(String.join(", ", values)).append("}\n");
      }
    });
  }

  private void overrides(SortedMap<String, String> common, StringBuilder text) {
    StringBuilder rows = new StringBuilder();
    nics.forEach((name, nic) -> {
      SortedMap<String, String> own = new TreeMap<>(nic.settings());
      own.entrySet()
          .removeIf(each ->
              each.getKey().equals(NicModel.RATE)
                  || each.getKey().startsWith("transport.")
                  || each.getValue().equals(common.get(each.getKey())));
      row(name, own, rows);
    });
    switches.forEach((name, each) -> row(name, each.settings(), rows));
    if (!rows.isEmpty()) {
      text.append("overrides:\n").append(rows);
    }
  }

  private static void row(String name, SortedMap<String, String> settings, StringBuilder rows) {
    if (!settings.isEmpty()) {
      rows.append("  - {select: ").append(name);
      settings.forEach((key, value) -> rows.append(", ").append(key).append(": ").append(value));
      rows.append("}\n");
    }
  }

  /** Names of a scenario are made of letters, digits and a few signs. */
  private static String word(String name) {
    String word = name.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^-+|-+$", "");
    return word.isEmpty() ? "host" : word;
  }
}
