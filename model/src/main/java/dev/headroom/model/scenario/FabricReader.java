package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.fabric.Topology;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reader of the {@code fabric} block, except the knobs under {@code fabric.switches} and {@code
 * fabric.failures}.
 */
final class FabricReader {
  static final String GRAPH = "graph";

  private final YamlProblems problems;
  private final Optional<Rate> portRate;

  /**
   * @param portRate of the links of a built fabric that gives none, where hosts have a NIC that
   *     says
   */
  FabricReader(YamlProblems problems, Optional<Rate> portRate) {
    this.problems = problems;
    this.portRate = portRate;
  }

  static List<String> topologies() {
    List<String> names = new ArrayList<>(Topologies.all().stream().map(Topology::name).toList());
    names.add(GRAPH);
    return names;
  }

  /** The keys of the block that are read here. */
  static Set<String> own(YamlNode.Mapping block) {
    Set<String> keys = new LinkedHashSet<>();
    block.entries().forEach(entry -> keys.add(entry.key()));
    keys.remove("switches");
    return keys;
  }

  Optional<Fabric> read(YamlNode.Mapping root) {
    if (!(root.value("fabric").orElse(null) instanceof YamlNode.Mapping block)) {
      return Optional.empty(); // reported already
    }
    return fabric(block);
  }

  private Optional<Fabric> fabric(YamlNode.Mapping block) {
    Optional<YamlNode.Entry> kind = block.get("topology");
    if (kind.isEmpty()) {
      if (block.get("nodes").isPresent()) {
        return new GraphReader(problems).read(block);
      }
      MissingKey.missing(
              block, "fabric", "topology", "one of " + String.join(", ", topologies()), problems)
          .ifPresent(this::fabric);
      return Optional.empty();
    }
    String name = kind.get().value() instanceof YamlNode.Scalar scalar ? scalar.text() : "";
    if (GRAPH.equals(name)) {
      return new GraphReader(problems).read(block);
    }
    Optional<Topology> topology = Topologies.named(name);
    if (topology.isEmpty()) {
      problems.add(
          kind.get().value().spot(),
          "fabric.topology",
          YamlNode.kind(kind.get().value())
              + " is not a topology"
              + SpellingSuggestion.hint(name, topologies()),
          "one of " + String.join(", ", topologies()));
      // what else is wrong is told by the one that was probably meant
      SpellingSuggestion.nearest(name, topologies())
          .flatMap(Topologies::named)
          .ifPresent(meant -> build(meant, block));
      return Optional.empty();
    }
    return build(topology.get(), block);
  }

  private Optional<Fabric> build(Topology topology, YamlNode.Mapping block) {
    int before = problems.count();
    KnobSection section = new KnobSection(problems, knobs(topology), foreign(topology));
    section.read(
        block,
        "fabric",
        Set.of(
            "topology",
            "switches",
            "failures",
            WearReader.KEY,
            "links." + LinkExceptionReader.KEY));
    Settings told = withPortRate(section.settings());
    return section.report(topology.check().apply(told)) && problems.count() == before
        ? Optional.of(new LinkExceptionReader(problems).read(block, topology.build().apply(told)))
        : Optional.empty();
  }

  private Settings withPortRate(Settings told) {
    return portRate
        .filter(rate -> !told.isSet(Cables.RATE_OF_LINKS))
        .map(rate -> told.with(Cables.RATE_OF_LINKS, rate))
        .orElse(told);
  }

  static List<Knob<?>> knobs(Topology topology) {
    List<Knob<?>> knobs = new ArrayList<>(topology.parameters());
    knobs.addAll(Cables.PARAMETERS);
    return knobs;
  }

  private static Map<String, String> foreign(Topology topology) {
    Map<String, String> foreign = new HashMap<>();
    foreign.put("fabric.nodes", "it belongs to topology: graph");
    String taken =
        topology.parameters().stream()
            .map(own -> own.name().substring("fabric.".length()))
            .collect(Collectors.joining(", "));
    for (Topology other : Topologies.all()) {
      String where =
          "it belongs to topology: " + other.name() + "; " + topology.name() + " has " + taken;
      other.parameters().forEach(knob -> foreign.put(knob.name(), where));
    }
    return foreign;
  }
}
