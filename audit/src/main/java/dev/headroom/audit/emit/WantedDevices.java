package dev.headroom.audit.emit;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.audit.cluster.HostNics;
import dev.headroom.audit.switches.HostSwitchLinks;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.WantedNic;
import dev.headroom.formats.setting.KnobTexts;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Devices of a plan: those of a bundle, else the hosts and switches of the scenario. A device of a
 * bundle has the knobs of the scenario's node of its name, else those that all nodes of its kind
 * have in common.
 */
final class WantedDevices {
  private static final int USUAL_CLASS = 3;

  private final Scenario scenario;
  private final ScenarioKnobs knobs;
  private final Optional<ScenarioKnobs> today;
  private final List<WantedDevice> devices = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();

  private WantedDevices(Scenario scenario, EmitBundle bundle) {
    this.scenario = scenario;
    knobs = new ScenarioKnobs(scenario);
    today = bundle.isEmpty() ? Optional.empty() : today(bundle).map(ScenarioKnobs::new);
  }

  /** The model of the bundle as it is; none without a NIC in it. */
  private static Optional<Scenario> today(EmitBundle bundle) {
    try {
      String yaml = ClusterModel.of(bundle.hosts()).yaml();
      return ScenarioReader.read(yaml, "the bundle", List.of()) instanceof ScenarioReader.Good good
          ? Optional.of(good.scenario())
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // switches alone
    }
  }

  /** Knobs that have the same value in the model of the bundle. */
  private Set<String> asToday(String node, boolean isHost, Map<String, String> wanted) {
    Map<String, String> now =
        today.flatMap(model -> model.node(node, isHost).map(model::at)).orElseGet(TreeMap::new);
    return wanted.entrySet().stream()
        .filter(each ->
            now.containsKey(each.getKey())
                && KnobTexts.areEqual(
                    each.getKey(), each.getValue(), now.getOrDefault(each.getKey(), "")))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
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
    Optional<Node> node = knobs.node(HostNics.nodeName(host.name()), false);
    SortedMap<String, String> own =
        new TreeMap<>(node.map(knobs::at).orElseGet(() -> common(host.name(), false)));
    if (!saysCables(host)) {
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
        Map.of("", asToday(HostNics.nodeName(host.name()), false, own)));
  }

  /** A scenario made of a bundle has a usual length where no configuration says one. */
  private static boolean saysCables(HostFacts host) {
    return SwitchVendors.settings(host).ports().values().stream()
        .flatMap(port -> port.values().stream())
        .anyMatch(value -> value.setting().knob().equals(ScenarioKnobs.CABLE));
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
          node.map(knobs::at).orElseGet(() -> common(host.name(), true));
      nics.add(WantedNic.of(host.name(), withClass(each.nic(), own), own));
      same.put(each.nic().netdev(), asToday(each.node(), true, own));
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
    for (Node node : scenario.fabric().switches()) {
      Map<String, SortedMap<String, String>> ofPorts = new LinkedHashMap<>();
      List<Integer> links = scenario.fabric().ports().get(node.id());
      ofLinks(node)
          .forEach((link, settings) ->
              ofPorts.put(String.valueOf(links.indexOf(link)), ScenarioKnobs.texts(settings)));
      devices.add(
          WantedDevice.ofSwitch(
              node.name(),
              new WantedDevice.Switching(knobs.at(node), ofPorts, links.size()),
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
