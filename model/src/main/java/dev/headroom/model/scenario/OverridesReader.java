package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.scenario.check.CrossChecks;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reader of {@code overrides}: a list of blocks, each a {@code select} over node names or links,
 * and knobs by their full names.
 */
final class OverridesReader {
  private static final String EXAMPLE =
      "write it like - {select: leaf-*, fabric.switches.buffer: 16MiB}";

  private final YamlProblems problems;

  OverridesReader(YamlProblems problems) {
    this.problems = problems;
  }

  /** What is one for all nodes, by key: knobs, and sections without any other. */
  private static Map<String, String> oneForAll() {
    List<Knob<?>> ofNodes = Knobs.ofNodes();
    Set<String> sections = ofNodes.stream().map(Knob::section).collect(Collectors.toSet());
    Set<String> names = ofNodes.stream().map(Knob::name).collect(Collectors.toSet());
    Map<String, String> oneForAll = new HashMap<>();
    for (Knob<?> knob : Knobs.all()) {
      if (!names.contains(knob.name())) {
        String where = "it applies to all nodes: set it under " + knob.section();
        oneForAll.put(knob.name(), where);
        if (!sections.contains(knob.section())) {
          oneForAll.put(knob.section(), where);
        }
      }
    }
    return oneForAll;
  }

  /** What cannot differ from port to port, by key. */
  private static Map<String, String> oneForAPort(Map<String, String> oneForAll) {
    Map<String, String> foreign = new HashMap<>(oneForAll);
    List<Knob<?>> ofPorts = Knobs.ofPorts();
    for (Knob<?> knob : Knobs.ofNodes()) {
      if (!ofPorts.contains(knob)) {
        foreign.put(knob.name(), "it applies to nodes: select nodes, such as leaf-*");
      }
    }
    return foreign;
  }

  /**
   * @param everywhere what is set for all nodes
   * @param said of that, what is not brought along
   */
  List<Scenario.Override> read(
      YamlNode.Mapping root, Settings everywhere, Settings said, Optional<Fabric> fabric) {
    List<Scenario.Override> overrides = new ArrayList<>();
    List<KnobSection> sections = new ArrayList<>();
    Map<String, String> oneForAll = oneForAll();
    Map<String, String> oneForAPort = oneForAPort(oneForAll);
    KnobSection.Known ofNodes = KnobSection.Known.of(Knobs.ofNodes());
    KnobSection.Known ofPorts = KnobSection.Known.of(Knobs.ofPorts());
    Optional<NodeNames> nodes = fabric.map(NodeNames::new);
    for (BlockList.Item item : items(root, problems)) {
      YamlNode.Mapping block = item.block();
      Optional<String> select = select(block);
      boolean ofLinks = select.filter(glob -> glob.contains("/")).isPresent();
      KnobSection section =
          ofLinks
              ? new KnobSection(problems, ofPorts, oneForAPort)
              : new KnobSection(problems, ofNodes, oneForAll);
      section.read(block, "", Set.of("select"));
      if (select.isEmpty()) {
        problems.add(
            block.spot(),
            item.path() + ".select",
            "it is missing or not a name",
            "a glob for node names, such as leaf-*, or for links, such as leaf-*/spine-0");
        continue;
      }
      section.report(CrossChecks.ofOverride(everywhere, section.settings()));
      Set<Rate> ports = nodes.map(of -> of.hostRates(select.get())).orElse(Set.of());
      Settings own = ImpliedPresets.atNodes(said, section.settings(), ports);
      overrides.add(new Scenario.Override(select.get(), own));
      sections.add(section);
    }
    if (fabric.isPresent() && nodes.isPresent()) {
      OverrideChecks checks = new OverrideChecks(everywhere, overrides, fabric.get(), nodes.get());
      for (int i = 0; i < overrides.size(); i++) {
        sections.get(i).report(checks.of(overrides.get(i), sections.get(i).settings()));
      }
    }
    return overrides;
  }

  /** An override that selects nothing is a slip. */
  static void checkSelections(YamlProblems problems, YamlNode.Mapping root, Fabric fabric) {
    NodeNames nodes = new NodeNames(fabric);
    LinkNames links = new LinkNames(fabric);
    int missing = 0;
    for (BlockList.Item item : items(root, problems)) {
      YamlNode.Mapping block = item.block();
      FilePosition spot = block.value("select").map(YamlNode::spot).orElse(block.spot());
      Optional<String> select = select(block);
      if (select.isEmpty() || selects(select.get(), nodes, links)) {
        continue;
      }
      if (++missing > YamlProblems.MOST) { // looking for what was meant takes its time
        return;
      }
      KnobConflict problem =
          select.get().contains("/") ? missing(select.get(), links) : missing(select.get(), fabric);
      problems.add(spot, "overrides.select", problem.what(), problem.right());
    }
  }

  private static boolean selects(String glob, NodeNames nodes, LinkNames links) {
    return !(glob.contains("/") ? links.find(glob) : nodes.selected(glob)).isEmpty();
  }

  private static KnobConflict missing(String glob, Fabric fabric) {
    List<String> nodes = fabric.nodes().stream().map(Node::name).toList();
    return new KnobConflict(
        glob,
        "'"
            + glob
            + "' selects no node"
            + (nodes.size() > 10_000 ? "" : SpellingSuggestion.hint(glob, nodes)),
        "node names are " + nodes.getFirst() + ", " + nodes.getLast());
  }

  private static KnobConflict missing(String glob, LinkNames links) {
    return new KnobConflict(
        glob,
        "'" + glob + "' selects no link" + links.hint(glob),
        "link names are " + links.example());
  }

  private static List<BlockList.Item> items(YamlNode.Mapping root, YamlProblems problems) {
    return new BlockList(problems, "overrides", "block", EXAMPLE).items(root.value("overrides"));
  }

  private static Optional<String> select(YamlNode.Mapping block) {
    return block.value("select").orElse(null) instanceof YamlNode.Scalar scalar
            && !scalar.isMissing()
        ? Optional.of(scalar.text())
        : Optional.empty();
  }
}
