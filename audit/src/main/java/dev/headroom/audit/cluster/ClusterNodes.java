package dev.headroom.audit.cluster;

import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.audit.switches.HostSwitchLinks;
import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RoceMtu;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * NICs and switches of a cluster under the names that its scenario gives them, and the cables that
 * join them.
 */
final class ClusterNodes {
  /** A switch for NICs whose switch is unknown. */
  private static final String SOMEWHERE = "switch-assumed";

  private static final String SPINE = "spine-assumed";
  static final String CABLE = "fabric.links.cable";

  private final Map<String, NicModel> nics = new LinkedHashMap<>();
  private final Map<String, NicTuning> tunings = new LinkedHashMap<>();
  private final Map<String, SimulatedSwitch> switches = new LinkedHashMap<>();
  private final Map<String, SwitchQos> configurations = new LinkedHashMap<>();
  private final Map<String, String> cables = new LinkedHashMap<>();

  /** The switch port of a NIC, where that is known. */
  private final Map<String, String> ports = new LinkedHashMap<>();

  private final ModelNotes notes;
  private SwitchMesh mesh = SwitchMesh.NONE;
  private int servers;

  /** Whether a switch is none of the inputs, but assumed between or behind them. */
  static boolean isAssumed(String name) {
    return name.equals(SOMEWHERE) || name.equals(SPINE);
  }

  private ClusterNodes(ModelNotes notes) {
    this.notes = notes;
  }

  /**
   * Those of these hosts and switches.
   *
   * @param notes to which what is assumed is added
   * @throws IllegalArgumentException if there is no NIC among them
   */
  static ClusterNodes of(List<HostFacts> all, ModelNotes notes) {
    ClusterNodes nodes = new ClusterNodes(notes);
    List<HostSwitchLinks.Link> links = HostSwitchLinks.of(all);
    Map<HostFacts, String> devices = nodes.addSwitches(all);
    for (HostFacts each : all) {
      if (!devices.containsKey(each)) {
        nodes.add(each, links);
      }
    }
    nodes.mesh = SwitchMesh.of(devices, nodes.configurations);
    if (nodes.nics.isEmpty()) {
      throw new IllegalArgumentException(
          "no RDMA NIC found in the inputs; lspci -vvv, ibstat or /sys/class/infiniband show them");
    }
    nodes.complete();
    return nodes;
  }

  Map<String, NicModel> nics() {
    return Collections.unmodifiableMap(nics);
  }

  Map<String, NicTuning> tunings() {
    return Collections.unmodifiableMap(tunings);
  }

  Map<String, SimulatedSwitch> switches() {
    return Collections.unmodifiableMap(switches);
  }

  Map<String, SwitchQos> configurations() {
    return Collections.unmodifiableMap(configurations);
  }

  /** The switch of each NIC, and the one above of each switch where that is assumed. */
  Map<String, String> cables() {
    return Collections.unmodifiableMap(cables);
  }

  Map<String, String> ports() {
    return Collections.unmodifiableMap(ports);
  }

  List<SwitchMesh.Link> trunks() {
    return mesh.links();
  }

  int servers() {
    return servers;
  }

  private Map<HostFacts, String> addSwitches(List<HostFacts> all) {
    Optional<Integer> dscp =
        all.stream().flatMap(each -> InterfaceQos.dscp(each).optional().stream()).findFirst();
    Map<HostFacts, String> devices = new LinkedHashMap<>();
    for (HostFacts each : all) {
      SimulatedSwitch.of(each, dscp)
          .filter(_ -> each.rdmaPorts().isEmpty())
          .ifPresent(found -> {
            switches.put(word(found.name()), found);
            SwitchVendors.qos(each).ifPresent(qos -> configurations.put(word(found.name()), qos));
            devices.put(each, word(found.name()));
          });
    }
    return devices;
  }

  private void add(HostFacts host, List<HostSwitchLinks.Link> links) {
    List<NicModel> its = withoutTwins(NicModel.of(host));
    if (!its.isEmpty()) {
      servers++;
    }
    NicTuning.unmatched(host, its).forEach(notes::leave);
    for (NicModel nic : its) {
      String name = word(host.name() + "-" + nic.name());
      nics.put(name, nic);
      Optional<HostSwitchLinks.Link> at =
          links.stream()
              .filter(link -> link.host().name().equals(host.name()))
              .filter(link -> link.nic().equals(nic.netdev()))
              .findFirst();
      at.ifPresent(link -> ports.put(name, link.port()));
      if (at.isEmpty()) {
        String instead = switches.size() == 1 ? switches.keySet().iterator().next() : SOMEWHERE;
        notes.assume("no input shows the switch port of " + name + ": assumed to be on " + instead);
        cables.put(name, instead);
      } else {
        cables.put(name, word(at.get().qos().name()));
      }
      NicTuning tuning =
          NicTuning.of(host, nic, its.size() == 1, at.map(link -> link.qos().port(link.port())));
      tunings.put(name, tuning);
      tuning.notes().forEach(note -> notes.leave(name + " " + note));
      pathMtu(host, nic).ifPresent(note -> notes.assume(name + ": " + note));
    }
  }

  /** A path MTU that the interface's MTU decides, and not what the port reports. */
  private static Optional<String> pathMtu(HostFacts host, NicModel nic) {
    return host.rdmaPorts().stream()
        .filter(port -> port.device().equals(nic.name()))
        .findFirst()
        .filter(_ -> nic.settings().containsKey(NicModel.MTU))
        .filter(port -> RoceMtu.byInterface(host, port).isReported())
        .filter(port -> !RoceMtu.of(host, port).equals(port.activeMtu()))
        .map(port ->
            "path MTU %d by the MTU of %s (%s); %s"
                .formatted(
                    RoceMtu.of(host, port).get(),
                    nic.netdev(),
                    RoceMtu.of(host, port).findEvidence().map(Evidence::location).orElse(""),
                    port.activeMtu().isReported()
                        ? "the port reports %d, which does not fit into such frames"
                            .formatted(port.activeMtu().get())
                        : "no input shows active_mtu of the port"));
  }

  /** A function that no device is known to be on may be that of one: devices count then. */
  static List<NicModel> withoutTwins(List<NicModel> all) {
    List<NicModel> devices = all.stream().filter(nic -> !nic.name().contains(":")).toList();
    return devices.isEmpty() ? all : devices;
  }

  /** A scenario needs two hosts, and a way from each to each. */
  private void complete() {
    if (nics.size() == 1) {
      String only = nics.keySet().iterator().next();
      nics.put("peer-assumed", nics.getOrDefault(only, nics.values().iterator().next()));
      cables.put("peer-assumed", cables.getOrDefault(only, SOMEWHERE));
      notes.assume("only one NIC found: a second one like it, peer-assumed, is added as its peer");
    }
    Set<String> used = new LinkedHashSet<>(cables.values());
    if (used.size() > 1 && mesh.reachable(used.iterator().next()).containsAll(used)) {
      used.addAll(mesh.reachable(used.iterator().next()));
    } else {
      mesh = SwitchMesh.NONE;
    }
    switches.keySet().stream()
        .filter(name -> !used.contains(name))
        .forEach(name -> notes.leave(name + ": no input shows a host at this switch"));
    switches.keySet().retainAll(used);
    if (used.size() > 1 && mesh.links().isEmpty()) {
      for (String leaf : used) {
        cables.put(leaf, SPINE);
      }
      notes.assume(
          "no input shows the links between switches: each is assumed to have one link to "
              + SPINE
              + ", as fast as the links of all its hosts together");
    }
  }

  /** All switches, also assumed ones. */
  Set<String> boxes() {
    Set<String> boxes = new LinkedHashSet<>(cables.values());
    boxes.addAll(switches.keySet());
    return boxes;
  }

  /** The length of the cable of a NIC, where the switch is told it. */
  Optional<KnobValue> cable(String nic) {
    SimulatedSwitch at = switches.get(cables.getOrDefault(nic, ""));
    if (at == null || !nics.containsKey(nic)) {
      return Optional.empty();
    }
    String port = ports.get(nic);
    SortedMap<String, KnobValue> own =
        port == null ? at.knobs() : at.ports().getOrDefault(port, at.knobs());
    return Optional.ofNullable(own.get(CABLE));
  }

  /** Knobs of the port of a NIC that differ from those of most ports of its switch. */
  SortedMap<String, KnobValue> differences(String nic) {
    SimulatedSwitch at = switches.get(cables.getOrDefault(nic, ""));
    String port = ports.get(nic);
    return at == null || port == null ? new TreeMap<>() : at.differences(port);
  }

  /** Names of a scenario are made of letters, digits and a few signs. */
  static String word(String name) {
    String word = name.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^-+|-+$", "");
    return word.isEmpty() ? "host" : word;
  }
}
