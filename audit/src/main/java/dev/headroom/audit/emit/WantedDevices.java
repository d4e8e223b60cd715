package dev.headroom.audit.emit;

import dev.headroom.audit.cluster.HostNics;
import dev.headroom.audit.switches.HostSwitchLinks;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.WantedNic;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import dev.headroom.unit.Length;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Devices of a plan: those of a bundle, else the hosts and switches of the scenario. A device of a
 * bundle has the knobs of the scenario's node of its name, else those that all nodes of its kind
 * have in common.
 */
final class WantedDevices {
  private static final int USUAL_CLASS = 3;

  private final Scenario scenario;
  private final ScenarioKnobs knobs;
  private final TodaysModel today;
  private final List<WantedDevice> devices = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();

  private WantedDevices(Scenario scenario, EmitBundle bundle) {
    this.scenario = scenario;
    knobs = new ScenarioKnobs(scenario);
    today = TodaysModel.of(bundle);
  }

  /** Devices, and what was decided about them, a sentence each. */
  record Found(List<WantedDevice> devices, List<String> notes) {}

  static Found of(Scenario scenario, EmitBundle bundle) {
    WantedDevices wanted = new WantedDevices(scenario, bundle);
    if (bundle.isEmpty()) {
      wanted.ofScenario();
    } else {
      wanted.ofBundle(bundle);
    }
    return new Found(List.copyOf(wanted.devices), List.copyOf(wanted.notes));
  }

  // --- devices of a bundle ----------------------------------------------------------------------

  static boolean isSwitch(HostFacts host) {
    return host.rdmaPorts().isEmpty() && SwitchVendors.qos(host).isPresent();
  }

  private void ofBundle(EmitBundle bundle) {
    List<HostSwitchLinks.Link> cables = HostSwitchLinks.of(bundle.hosts());
    Map<String, String> ports = new HashMap<>();
    for (HostSwitchLinks.Link cable : cables) {
      HostNics.of(cable.host()).stream()
          .filter(nic -> nic.nic().netdev().equals(cable.nic()))
          .forEach(nic -> ports.put(nic.node() + "/" + cable.device().name(), cable.port()));
    }
    for (HostFacts host : bundle.hosts()) {
      if (isSwitch(host)) {
        devices.add(switchOf(host, ports));
      } else {
        devices.add(hostOf(host));
      }
    }
  }

  private WantedDevice switchOf(HostFacts host, Map<String, String> ports) {
    String name = HostNics.nodeName(host.name());
    Optional<Node> node = knobs.node(name, false);
    SortedMap<String, String> own =
        new TreeMap<>(node.map(knobs::at).orElseGet(() -> common(host.name(), false)));
    own.keySet().removeAll(today.assumed(name, false, own));
    if (own.containsKey(ScenarioKnobs.CABLE) && !isCableWritten(host, own)) {
      own.remove(ScenarioKnobs.CABLE);
    }
    Map<String, SortedMap<String, String>> ofPorts = new LinkedHashMap<>();
    node.ifPresent(at ->
        ofLinks(at)
            .forEach((link, settings) -> {
              String peer = peer(link, at).name();
              String port = ports.getOrDefault(peer + "/" + host.name(), "");
              if (!port.isEmpty()) {
                ofPorts.put(port, ScenarioKnobs.texts(settings));
              }
            }));
    return WantedDevice.ofSwitch(
        host.name(),
        new WantedDevice.Switching(own, ofPorts, 0),
        Optional.of(host),
        Map.of("", today.same(name, false, own)));
  }

  /**
   * Whether a device is told the length of its cables. A length is measured and not chosen: what a
   * configuration says of it stays unless the scenario says something else on purpose, and a
   * shorter one never takes its place, since it takes headroom with it.
   */
  private boolean isCableWritten(HostFacts host, Map<String, String> wanted) {
    List<Double> stated = statedCables(host);
    Set<Long> now = today.cables(HostNics.nodeName(host.name()));
    double metres = metres(wanted.getOrDefault(ScenarioKnobs.CABLE, ""));
    boolean isChosen = knobs.isBuilt() || (!now.isEmpty() && !now.equals(Set.of((long) metres)));
    if (stated.isEmpty() || !isChosen) {
      return false;
    }
    double longest = Collections.max(stated);
    if (metres < longest) {
      notes.add(
          ("%s: a cable of %.0f m is not written, since the configuration says %.0f m, and a"
                  + " shorter length takes headroom away; measure the cable, then change it by"
                  + " hand")
              .formatted(host.name(), metres, longest));
      return false;
    }
    return true;
  }

  /** Lengths that a configuration states, metres. */
  private static List<Double> statedCables(HostFacts host) {
    SwitchSettings settings = SwitchVendors.settings(host);
    return Stream.concat(
            settings.values().stream(),
            settings.ports().values().stream().flatMap(port -> port.values().stream()))
        .filter(value -> value.setting().knob().equals(ScenarioKnobs.CABLE))
        .flatMap(value -> value.knobValue().stream())
        .map(WantedDevices::metres)
        .toList();
  }

  private static double metres(String length) {
    return Length.parse(length).metres();
  }

  private WantedDevice hostOf(HostFacts host) {
    List<WantedNic> nics = new ArrayList<>();
    Optional<Node> first = Optional.empty();
    Map<String, Set<String>> same = new HashMap<>();
    for (HostNics.NodeNic each : HostNics.of(host)) {
      Optional<Node> node =
          knobs.node(each.node(), true).or(() -> knobs.node(HostNics.nodeName(host.name()), true));
      first = first.or(() -> node);
      SortedMap<String, String> own =
          new TreeMap<>(node.map(knobs::at).orElseGet(() -> common(host.name(), true)));
      NicIdentity nic = withClass(each.nic(), own);
      own.keySet().removeAll(today.assumed(each.node(), true, own));
      nics.add(WantedNic.of(host.name(), nic, own));
      same.put(each.nic().netdev(), today.same(each.node(), true, own));
    }
    return WantedDevice.ofHost(host.name(), nics, Optional.of(host), first, same);
  }

  private static NicIdentity withClass(NicIdentity nic, SortedMap<String, String> knobs) {
    int priority =
        Optional.ofNullable(knobs.get("transport.class"))
            .filter(text -> text.matches("[0-7]"))
            .map(Integer::valueOf)
            .orElse(nic.priority());
    return new NicIdentity(
        nic.device(), nic.netdev(), nic.pci(), nic.lineBps(), priority, nic.isOnly());
  }

  private SortedMap<String, String> common(String device, boolean isHost) {
    ScenarioKnobs.Common common = knobs.common(isHost);
    if (!common.different().isEmpty()) {
      notes.add(
          "%s: the scenario has no %s of this name, and its %s differ in %s: not written"
              .formatted(
                  device,
                  isHost ? "host" : "switch",
                  isHost ? "hosts" : "switches",
                  String.join(", ", common.different())));
    }
    return common.knobs();
  }

  // --- devices of a scenario --------------------------------------------------------------------

  private void ofScenario() {
    if (scenario.fabric().switches().stream()
        .anyMatch(node -> !chosen(node).equals(knobs.at(node)))) {
      notes.add(
          "lengths of cables are not written: a fabric that is listed link by link has a length"
              + " for each link, also where nobody measured it; --against the devices'"
              + " configurations shows which were changed");
    }
    for (Node node : scenario.fabric().switches()) {
      Map<String, SortedMap<String, String>> ofPorts = new LinkedHashMap<>();
      List<Integer> links = scenario.fabric().ports().get(node.id());
      ofLinks(node)
          .forEach((link, settings) ->
              ofPorts.put(String.valueOf(links.indexOf(link)), ScenarioKnobs.texts(settings)));
      devices.add(
          WantedDevice.ofSwitch(
              node.name(),
              new WantedDevice.Switching(chosen(node), ofPorts, links.size()),
              Optional.empty(),
              Map.of()));
    }
    Set<Integer> seen = new LinkedHashSet<>();
    for (Node node : scenario.fabric().hosts()) {
      if (seen.add(node.group())) {
        devices.add(serverOf(node));
      }
    }
  }

  /** Knobs of a switch without lengths that nobody may have chosen. */
  private SortedMap<String, String> chosen(Node node) {
    SortedMap<String, String> own = new TreeMap<>(knobs.at(node));
    if (!knobs.isBuilt()) {
      own.remove(ScenarioKnobs.CABLE);
    }
    return own;
  }

  private WantedDevice serverOf(Node first) {
    Server server = server(first);
    List<WantedNic> nics = new ArrayList<>();
    for (Nic nic : server.nics()) {
      Node node = scenario.fabric().hosts().get(nic.place());
      SortedMap<String, String> own = knobs.at(node);
      NicIdentity names =
          new NicIdentity(
              nic.device(),
              nic.netdev(),
              Optional.empty(),
              nic.rate().bps(),
              USUAL_CLASS,
              server.nics().size() == 1);
      nics.add(WantedNic.of(server.name(), withClass(names, own), own));
    }
    return WantedDevice.ofHost(server.name(), nics, Optional.empty(), Optional.of(first), Map.of());
  }

  private Server server(Node first) {
    try {
      return Server.of(scenario, first);
    } catch (IllegalArgumentException e) {
      throw new EmitException(String.valueOf(e.getMessage()));
    }
  }

  // --- links ------------------------------------------------------------------------------------

  private Map<Integer, Settings> ofLinks(Node node) {
    Map<Integer, Settings> own = new LinkedHashMap<>(scenario.ofLinks());
    own.keySet().retainAll(scenario.fabric().ports().get(node.id()));
    return own;
  }

  private Node peer(int link, Node node) {
    Fabric fabric = scenario.fabric();
    Link of = fabric.links().get(link);
    return fabric.nodes().get(of.other(node.id()));
  }
}
