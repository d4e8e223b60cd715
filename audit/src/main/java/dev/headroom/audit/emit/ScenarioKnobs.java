package dev.headroom.audit.emit;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Knobs that a scenario sets, node by node, as texts. Defaults are not among them: what a scenario
 * leaves to the simulator is left to the device.
 */
final class ScenarioKnobs {
  static final String CABLE = "fabric.links.cable";

  private final Scenario scenario;

  /** Knobs that the nodes of a kind have in common, and those that they do not. */
  record Common(SortedMap<String, String> knobs, Set<String> different) {}

  ScenarioKnobs(Scenario scenario) {
    this.scenario = scenario;
  }

  Optional<Node> node(String name, boolean isHost) {
    return scenario.fabric().nodes().stream()
        .filter(node -> node.isHost() == isHost && node.name().equals(name))
        .findFirst();
  }

  SortedMap<String, String> at(Node node) {
    SortedMap<String, String> knobs = texts(scenario.at(node));
    if (!node.isHost()) {
      cable(node).ifPresent(cable -> knobs.put(CABLE, cable));
    }
    return knobs;
  }

  static SortedMap<String, String> texts(Settings settings) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (String name : settings.asMap().keySet()) {
      Knobs.named(name)
          .flatMap((Knob<?> knob) -> settings.print(knob))
          .ifPresent(text -> texts.put(name, text));
    }
    return texts;
  }

  /** Of all hosts or of all switches; a switch that no input shows has no say. */
  Common common(boolean isHost) {
    Set<SortedMap<String, String>> all = new LinkedHashSet<>();
    nodes(isHost).stream()
        .filter(node -> !ClusterModel.isAssumed(node.name()))
        .forEach(node -> all.add(at(node)));
    SortedMap<String, String> common = new TreeMap<>();
    Set<String> different = new TreeSet<>();
    for (SortedMap<String, String> each : all) {
      each.forEach((knob, text) -> {
        if (all.stream().allMatch(other -> text.equals(other.get(knob)))) {
          common.put(knob, text);
        } else {
          different.add(knob);
        }
      });
    }
    return new Common(common, different);
  }

  List<Node> nodes(boolean isHost) {
    return isHost ? scenario.fabric().hosts() : scenario.fabric().switches();
  }

  /**
   * The length of a switch's cables, in whole metres; empty if they differ, or if nothing says the
   * length of links.
   */
  private Optional<String> cable(Node node) {
    Fabric fabric = scenario.fabric();
    if (isBuilt()
        && fabric.recipe().parameters().asMap().keySet().stream()
            .noneMatch(name -> name.startsWith("fabric.links.") && name.endsWith("able"))) {
      return Optional.empty();
    }
    Set<Long> lengths = lengths(node);
    return lengths.size() == 1 ? Optional.of(lengths.iterator().next() + "m") : Optional.empty();
  }

  /** Lengths of a node's cables, in whole metres. */
  Set<Long> lengths(Node node) {
    Fabric fabric = scenario.fabric();
    return fabric.ports().get(node.id()).stream()
        .map(link -> metres(fabric.links().get(link)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Whether somebody chose the lengths of cables: a fabric that is listed link by link has a length
   * for each, also where nobody knows it.
   */
  boolean isBuilt() {
    return !scenario.fabric().recipe().isNone();
  }

  private static long metres(Link link) {
    double metres = link.delay().ps() / 1e12 * Link.METRES_PER_SECOND;
    return (long) Math.ceil(metres - 1e-3);
  }
}
