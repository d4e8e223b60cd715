package dev.headroom.model.scenario;

import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.fabric.Topology;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Spelling;
import dev.headroom.model.unit.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the {@code fabric} block, but for the knobs under {@code fabric.switches}. */
final class FabricReader {
  static final String GRAPH = "graph";

  static final Knob<String> LINK =
      Knob.of(
          "fabric.failures.link",
          TEXT,
          "leaf-0/spine-0",
          "the link, as NODE/NODE; NODE/NODE#2 for the third of parallel ones; NODE/* for all of a node,"
              + " which is then dead");
  static final Knob<Time> DOWN =
      Knob.of("fabric.failures.down", TIME, "1ms", "when it goes down").within("0ns", "1000000s");
  static final Knob<Time> UP =
      Knob.derived("fabric.failures.up", TIME, "never", "when it comes up again")
          .within("0ns", "1000000s");

  private final Problems problems;

  FabricReader(Problems problems) {
    this.problems = problems;
  }

  static List<String> topologies() {
    List<String> names = new ArrayList<>(Topologies.all().stream().map(Topology::name).toList());
    names.add(GRAPH);
    return names;
  }

  /** The keys of the block that are read here. */
  static Set<String> own(Yaml.Mapping block) {
    Set<String> keys = new LinkedHashSet<>();
    block.entries().forEach(entry -> keys.add(entry.key()));
    keys.remove("switches");
    return keys;
  }

  Optional<Fabric> read(Yaml.Mapping root) {
    if (!(root.get("fabric").map(Yaml.Entry::value).orElse(null) instanceof Yaml.Mapping block)) {
      return Optional.empty(); // reported already
    }
    Optional<Yaml.Entry> kind = block.get("topology");
    if (kind.isEmpty()) {
      if (block.get("nodes").isPresent()) {
        return new GraphReader(problems).read(block);
      }
      problems.add(
          block.spot(),
          "fabric.topology",
          "it is missing",
          "one of " + String.join(", ", topologies()));
      return Optional.empty();
    }
    String name = kind.get().value() instanceof Yaml.Scalar scalar ? scalar.text() : "";
    if (GRAPH.equals(name)) {
      return new GraphReader(problems).read(block);
    }
    Optional<Topology> topology = Topologies.named(name);
    if (topology.isEmpty()) {
      problems.add(
          kind.get().value().spot(),
          "fabric.topology",
          Yaml.kind(kind.get().value()) + " is not a topology" + Spelling.hint(name, topologies()),
          "one of " + String.join(", ", topologies()));
      return Optional.empty();
    }
    return build(topology.get(), block);
  }

  private Optional<Fabric> build(Topology topology, Yaml.Mapping block) {
    int before = problems.count();
    Section section = new Section(problems, knobs(topology), foreign(topology));
    section.read(block, "fabric", Set.of("topology", "switches", "failures"));
    return section.report(topology.check().apply(section.settings())) && problems.count() == before
        ? Optional.of(topology.build().apply(section.settings()))
        : Optional.empty();
  }

  static List<Knob<?>> knobs(Topology topology) {
    List<Knob<?>> knobs = new ArrayList<>(topology.parameters());
    knobs.addAll(Cables.PARAMETERS);
    return knobs;
  }

  private static Map<String, String> foreign(Topology topology) {
    Map<String, String> foreign = new HashMap<>();
    foreign.put("fabric.nodes", "it belongs to topology: graph");
    for (Topology other : Topologies.all()) {
      for (Knob<?> knob : other.parameters()) {
        foreign.put(
            knob.name(),
            "it belongs to topology: %s; %s takes %s"
                .formatted(
                    other.name(),
                    topology.name(),
                    topology.parameters().stream()
                        .map(own -> own.name().substring("fabric.".length()))
                        .collect(Collectors.joining(", "))));
      }
    }
    return foreign;
  }

  /** The link changes under {@code fabric.failures}, in time order. */
  List<LinkEvent> failures(Yaml.Mapping root, Fabric fabric) {
    Optional<Yaml.Entry> entry =
        root.get("fabric")
            .map(Yaml.Entry::value)
            .filter(Yaml.Mapping.class::isInstance)
            .flatMap(block -> ((Yaml.Mapping) block).get("failures"));
    if (entry.isEmpty()) {
      return List.of();
    }
    if (!(entry.get().value() instanceof Yaml.Sequence list)) {
      problems.add(
          entry.get().value().spot(),
          "fabric.failures",
          Yaml.kind(entry.get().value()) + " stands where a list belongs",
          "write it like - {link: leaf-0/spine-0, down: 1ms, up: 2ms}");
      return List.of();
    }
    LinkNames names = new LinkNames(fabric);
    List<LinkEvent> events = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      failure(list.items().get(i), "fabric.failures." + i, names, events);
    }
    events.sort(
        Comparator.comparing(LinkEvent::at)
            .thenComparingInt(LinkEvent::link)
            .thenComparing(LinkEvent::up));
    return events;
  }

  private void failure(Yaml item, String path, LinkNames names, List<LinkEvent> events) {
    if (!(item instanceof Yaml.Mapping block)) {
      problems.add(
          item.spot(),
          path,
          Yaml.kind(item) + " stands where a failure belongs",
          "write it like - {link: leaf-0/spine-0, down: 1ms, up: 2ms}");
      return;
    }
    Section section = new Section(problems, List.of(LINK, DOWN, UP));
    section.read(block, "fabric.failures", Set.of());
    for (Knob<?> needed : List.of(LINK, DOWN)) {
      if (block.get(needed.name().substring("fabric.failures.".length())).isEmpty()) {
        problems.add(block.spot(), needed.name(), "it is missing", needed.meaning());
        return;
      }
    }
    String name = section.settings().get(LINK);
    List<Integer> links = names.find(name);
    if (links.isEmpty()) {
      problems.add(
          section.spot(LINK.name()),
          LINK.name(),
          "there is no link '" + name + "'" + names.hint(name),
          "write it NODE/NODE, such as " + names.example());
      return;
    }
    Time down = section.settings().get(DOWN);
    Optional<Time> up = section.settings().find(UP);
    if (up.isPresent() && up.get().compareTo(down) <= 0) {
      problems.add(
          section.spot(UP.name()),
          UP.name(),
          "%s is not after down: %s".formatted(up.get(), down),
          "a later time, or leave it out");
    }
    for (int link : links) {
      events.add(new LinkEvent(down, link, false));
      up.ifPresent(time -> events.add(new LinkEvent(time, link, true)));
    }
  }

  /** The knobs that stand under {@code fabric.switches}. */
  static List<Knob<?>> ofSwitches() {
    return Knobs.all().stream()
        .filter(knob -> knob.name().startsWith("fabric."))
        .<Knob<?>>map(knob -> knob)
        .toList();
  }
}
