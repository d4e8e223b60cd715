package dev.headroom.model.scenario;

import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FabricChecks;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reader of a fabric that is listed node by node and link by link. */
final class GraphReader {
  static final Knob<String> SHAPE =
      Knob.derived(
          "fabric.shape",
          TEXT,
          "the number of hosts and switches",
          "name of the fabric in reports");
  static final Knob<String> HOST =
      Knob.of("fabric.nodes.host", TEXT, "host-0", "a host with one NIC port");
  static final Knob<String> SWITCH = Knob.of("fabric.nodes.switch", TEXT, "leaf-0", "a switch");
  static final Knob<Long> TIER =
      Knob.derived(
              "fabric.nodes.tier",
              WHOLE,
              "number of links to the nearest host",
              "tier: 0 for hosts, 1 for the switches above them, and so on")
          .within("0", "100");
  static final Knob<Long> GROUP =
      Knob.derived(
              "fabric.nodes.group",
              WHOLE,
              "a separate group for each node",
              "group of the node: the server of a NIC, or the pod of a switch")
          .within("0", "10000000");
  static final Knob<String> A = Knob.of("fabric.links.a", TEXT, "leaf-0", "the node at one end");
  static final Knob<String> B =
      Knob.of("fabric.links.b", TEXT, "spine-0", "the node at the other end, or a list of nodes");

  /** Wider than that of a shape's links: what is listed may come from other simulators' files. */
  static final Knob<Rate> RATE =
      Knob.of("fabric.links.rate", ValueType.RATE, "400Gbps", "rate of the link, in each direction")
          .within("1Mbps", "100Tbps");

  /** What may be said of one link. */
  static final List<Knob<?>> OF_LINK =
      List.of(
          A,
          B,
          RATE,
          Cables.LENGTH_OF_LINKS,
          Cables.DELAY_OF_LINKS,
          Cables.LOSS_OF_LINKS,
          Cables.BIT_ERRORS_OF_LINKS);

  private static final String NODES_EXAMPLE =
      "write it like {hosts: [host-0..3], switches: [leaf-0, leaf-1]}";
  private static final String LINK_EXAMPLE =
      "write it like - {a: leaf-0, b: spine-0, rate: 400Gbps, cable: 30m}";

  /** A node as declared; tier and group are worked out when they are not said. */
  private record Declared(Node.Kind kind, Optional<Long> tier, Optional<Long> group) {}

  private final YamlProblems problems;
  private final Map<String, Declared> declared = new LinkedHashMap<>();

  GraphReader(YamlProblems problems) {
    this.problems = problems;
  }

  Optional<Fabric> read(YamlNode.Mapping block) {
    int before = problems.count();
    unknownKeys(block);
    Optional<YamlNode.Entry> nodes = block.get("nodes");
    Optional<YamlNode.Entry> links = block.get("links");
    if (nodes.isEmpty()) {
      problems.add(block.spot(), "fabric.nodes", "it is missing", NODES_EXAMPLE);
    }
    if (links.isEmpty()) {
      problems.add(block.spot(), "fabric.links", "it is missing", "a list; " + LINK_EXAMPLE);
    }
    if (nodes.isEmpty() || links.isEmpty()) {
      return Optional.empty();
    }
    nodes(nodes.get().value());
    List<Link> wires = links(links.get().value());
    if (problems.count() > before) {
      return Optional.empty();
    }
    Fabric fabric = assemble(wires, shape(block));
    for (KnobConflict complaint : FabricChecks.check(fabric)) {
      problems.add(links.get().spot(), complaint.key(), complaint.what(), complaint.right());
    }
    return problems.count() == before ? Optional.of(fabric) : Optional.empty();
  }

  /** More nodes than any fabric has whose results somebody waits for. */
  private static final int MOST_NODES = 1_000_000;

  private void unknownKeys(YamlNode.Mapping block) {
    List<String> known =
        List.of("topology", "shape", "nodes", "links", "switches", "failures", WearReader.KEY);
    for (YamlNode.Entry entry : block.entries()) {
      if (!known.contains(entry.key())) {
        problems.addUnknown(
            entry.spot(),
            "fabric." + entry.key(),
            () -> "there is no such key in a graph" + SpellingSuggestion.hint(entry.key(), known),
            () -> "known here: " + String.join(", ", known));
      }
    }
  }

  private void nodes(YamlNode nodes) {
    switch (nodes) {
      case YamlNode.Mapping mapping -> {
        for (YamlNode.Entry entry : mapping.entries()) {
          switch (entry.key()) {
            case "hosts" -> names(entry.value(), Node.Kind.HOST);
            case "switches" -> names(entry.value(), Node.Kind.SWITCH);
            default ->
                problems.addUnknown(
                    entry.spot(),
                    "fabric.nodes." + entry.key(),
                    () ->
                        "there is no such key"
                            + SpellingSuggestion.hint(entry.key(), List.of("hosts", "switches")),
                    () -> "hosts and switches");
          }
        }
      }
      case YamlNode.Sequence sequence -> sequence.items().forEach(this::node);
      case YamlNode.Scalar scalar ->
          problems.add(
              scalar.spot(),
              "fabric.nodes",
              YamlNode.kind(scalar) + " instead of nodes",
              NODES_EXAMPLE);
    }
  }

  private void names(YamlNode value, Node.Kind kind) {
    List<YamlNode> items =
        value instanceof YamlNode.Sequence sequence ? sequence.items() : List.of(value);
    for (YamlNode item : items) {
      if (item instanceof YamlNode.Scalar scalar && !scalar.isMissing()) {
        for (String part : scalar.text().split(",", -1)) {
          List<String> range = FabricChecks.range(part.strip());
          if ((long) declared.size() + range.size() > MOST_NODES) {
            problems.add(
                scalar.spot(),
                "fabric.nodes",
                "with '%s' there are %,d nodes"
                    .formatted(part.strip(), (long) declared.size() + range.size()),
                "at most %,d".formatted(MOST_NODES));
            return;
          }
          for (String name : range) {
            declare(name, new Declared(kind, Optional.empty(), Optional.empty()), scalar.spot());
          }
        }
      } else {
        problems.add(
            item.spot(), "fabric.nodes", YamlNode.kind(item) + " instead of a name", NODES_EXAMPLE);
      }
    }
  }

  private void node(YamlNode item) {
    if (!(item instanceof YamlNode.Mapping block)) {
      problems.add(
          item.spot(),
          "fabric.nodes",
          YamlNode.kind(item) + " instead of a node",
          "write it like - {switch: leaf-0, tier: 1}");
      return;
    }
    KnobSection section = new KnobSection(problems, List.of(HOST, SWITCH, TIER, GROUP));
    section.read(block, "fabric.nodes", Set.of());
    boolean host = section.settings().isSet(HOST);
    if (host == section.settings().isSet(SWITCH)) {
      problems.add(
          block.spot(),
          "fabric.nodes",
          "it is " + (host ? "both host and switch" : "neither host nor switch"),
          "write it like - {switch: leaf-0, tier: 1}");
      return;
    }
    String name = section.settings().get(host ? HOST : SWITCH);
    declare(
        name,
        new Declared(
            host ? Node.Kind.HOST : Node.Kind.SWITCH,
            section.settings().find(TIER),
            section.settings().find(GROUP)),
        block.spot());
  }

  private void declare(String name, Declared node, FilePosition spot) {
    if (!name.matches("[A-Za-z0-9_.:@-]+")) {
      problems.add(
          spot, "fabric.nodes", "'" + name + "' is not a name", "letters, digits, and -_.:@");
    } else if (declared.putIfAbsent(name, node) != null) {
      problems.add(spot, "fabric.nodes", "'" + name + "' is declared twice", "names are unique");
    }
  }

  private List<Link> links(YamlNode value) {
    if (!(value instanceof YamlNode.Sequence list)) {
      problems.add(
          value.spot(), "fabric.links", YamlNode.kind(value) + " instead of a list", LINK_EXAMPLE);
      return List.of();
    }
    Map<String, Integer> ids = new LinkedHashMap<>();
    declared.keySet().forEach(name -> ids.put(name, ids.size()));
    List<Link> links = new ArrayList<>();
    for (YamlNode item : list.items()) {
      links.addAll(linksOf(item, ids));
    }
    return links;
  }

  /** One link, or as many as its ends have pairs. */
  private List<Link> linksOf(YamlNode item, Map<String, Integer> ids) {
    if (!(item instanceof YamlNode.Mapping block)) {
      problems.add(
          item.spot(), "fabric.links", YamlNode.kind(item) + " instead of a link", LINK_EXAMPLE);
      return List.of();
    }
    KnobSection section = new KnobSection(problems, OF_LINK);
    section.read(block, "fabric.links", Set.of());
    if (section.settings().isSet(Cables.DELAY_OF_LINKS)
        && section.settings().isSet(Cables.LENGTH_OF_LINKS)) {
      problems.add(
          section.spot(Cables.DELAY_OF_LINKS.name()),
          Cables.DELAY_OF_LINKS.name(),
          "both a delay and a cable length",
          "give one of the two");
    }
    List<Integer> from = ends(A, section, block, ids);
    List<Integer> to = ends(B, section, block, ids);
    Time delay = Cables.of(section.settings()).host().delay();
    List<Link> links = new ArrayList<>();
    for (int a : from) {
      for (int b : to) {
        if (a == b) {
          problems.add(
              block.spot(),
              "fabric.links",
              "both ends are " + nameOf(a),
              "a link connects two nodes");
          return List.of();
        }
        links.add(
            new Link(
                a,
                b,
                section.settings().get(RATE),
                delay,
                section.settings().get(Cables.LOSS_OF_LINKS),
                section.settings().get(Cables.BIT_ERRORS_OF_LINKS)));
      }
    }
    return links;
  }

  private String nameOf(int id) {
    return declared.keySet().stream().skip(id).findFirst().orElseThrow();
  }

  /** The nodes at one end; none if one of them is not there, which is told once. */
  private List<Integer> ends(
      Knob<String> knob, KnobSection section, YamlNode.Mapping block, Map<String, Integer> ids) {
    if (!section.settings().isSet(knob)) {
      problems.add(block.spot(), knob.name(), "it is missing", LINK_EXAMPLE);
      return List.of();
    }
    List<Integer> found = new ArrayList<>();
    for (String part : section.settings().get(knob).split(",", -1)) {
      for (String name : FabricChecks.range(part.strip())) {
        Integer id = ids.get(name);
        if (id == null) {
          problems.add(
              section.spot(knob.name()),
              knob.name(),
              "there is no node '" + name + "'" + SpellingSuggestion.hint(name, ids.keySet()),
              "declare it under fabric.nodes");
          return List.of();
        }
        found.add(id);
      }
    }
    return found;
  }

  private Optional<String> shape(YamlNode.Mapping block) {
    KnobSection section = new KnobSection(problems, List.of(SHAPE));
    return block.get("shape").flatMap(entry -> section.value(SHAPE, entry.value(), SHAPE.name()));
  }

  private Fabric assemble(List<Link> links, Optional<String> shape) {
    int[] tiers =
        FabricChecks.tiers(
            declared.values().stream().map(node -> node.kind() == Node.Kind.HOST).toList(), links);
    List<Node> nodes = new ArrayList<>();
    declared.forEach((name, node) -> {
      int id = nodes.size();
      nodes.add(
          new Node(
              id,
              name,
              node.kind(),
              node.tier().map(Math::toIntExact).orElse(tiers[id]),
              node.group().map(Math::toIntExact).orElse(id)));
    });
    long hosts = nodes.stream().filter(Node::isHost).count();
    return new Fabric(
        shape.orElse(
            "graph, %s, %s"
                .formatted(
                    CountedNoun.of(hosts, "host"), CountedNoun.of(nodes.size() - hosts, "switch"))),
        nodes,
        links);
  }
}
