package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Islands;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.EventNumbers;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.Together;
import dev.headroom.model.inference.TraceFile;
import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.Spelling;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.workload.Site;
import dev.headroom.model.workload.SizeDistribution;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import dev.headroom.model.yaml.Problems;
import dev.headroom.model.yaml.Spot;
import dev.headroom.model.yaml.Yaml;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reader of the {@code workload} block. */
final class WorkloadReader {
  private static final String SIZE = "workload.size";

  private final Problems problems;
  private final ScenarioReader.Files files;

  WorkloadReader(Problems problems, ScenarioReader.Files files) {
    this.problems = problems;
    this.files = files;
  }

  static List<String> types() {
    List<String> names = new ArrayList<>(Workloads.all().stream().map(Workload::name).toList());
    names.add(FlowListReader.TYPE);
    return names;
  }

  /** The flows; without a fabric only the keys are checked. */
  Optional<FlowProgram> read(Yaml.Mapping root, Optional<Fabric> fabric, long seed) {
    Optional<Yaml.Entry> entry = root.get("workload");
    if (entry.isEmpty()) {
      return Optional.empty(); // reported already
    }
    Optional<FlowProgram> flows =
        switch (entry.get().value()) {
          case Yaml.Mapping block -> one(block, fabric, seed, "workload");
          case Yaml.Sequence list -> several(list, fabric, seed);
          case Yaml.Scalar scalar -> notAWorkload(scalar);
        };
    fabric.ifPresent(
        on -> flows.ifPresent(program -> stayOnTheirIslands(program, on, entry.get().spot())));
    return flows;
  }

  /** A fabric may have planes that nothing joins; a flow stays on one. */
  private void stayOnTheirIslands(FlowProgram flows, Fabric fabric, Spot spot) {
    Islands islands = new Islands(fabric);
    if (islands.count() == 1) {
      return;
    }
    List<Node> hosts = fabric.hosts();
    for (int flow = 0; flow < flows.flows(); flow++) {
      Node from = hosts.get(flows.source(flow));
      Node to = hosts.get(flows.destination(flow));
      if (islands.of(from) != islands.of(to)) {
        problems.add(
            spot,
            "workload",
            "%s sends to %s, which is on another plane: no links join them"
                .formatted(from.name(), to.name()),
            "hosts of one plane, such as hosts: host-*-rail-0, or a collective, which passes from"
                + " rail to rail within servers");
        return;
      }
    }
  }

  /** The line that says what the flows are: as given for a list, else the program's own. */
  static String description(Yaml.Mapping root, FlowProgram flows) {
    if (flows instanceof FlowList
        && root.value("workload").orElse(null) instanceof Yaml.Mapping block
        && block.value("description").orElse(null) instanceof Yaml.Scalar text
        && !text.isMissing()) {
      return text.text();
    }
    return flows.description();
  }

  private Optional<FlowProgram> several(Yaml.Sequence list, Optional<Fabric> fabric, long seed) {
    if (list.items().isEmpty()) {
      return notAWorkload(list);
    }
    List<FlowProgram> parts = new ArrayList<>();
    for (Yaml item : list.items()) {
      // The first draws as if it were alone, so that adding another leaves it as it was.
      String stream = parts.isEmpty() ? "workload" : "workload-" + parts.size();
      Optional<FlowProgram> part =
          item instanceof Yaml.Mapping block
              ? one(PartReader.without(block), fabric, seed, stream)
              : notAWorkload(item);
      part.ifPresent(parts::add);
    }
    if (parts.size() < list.items().size()) {
      return Optional.empty();
    }
    if (parts.stream().mapToLong(FlowProgram::flows).sum() > Integer.MAX_VALUE) {
      problems.add(
          list.spot(), "workload", "together that makes more than 2^31 - 1 flows", "fewer");
      return Optional.empty();
    }
    Together all = new Together(parts);
    if (!all.schedules().isEmpty() && EventNumbers.of(all) > EventNumbers.MOST) {
      problems.add(
          list.spot(),
          "workload",
          "together that makes %.0f messages and lines".formatted(EventNumbers.of(all)),
          "at most " + EventNumbers.MOST);
      return Optional.empty();
    }
    return Optional.of(all);
  }

  private Optional<FlowProgram> notAWorkload(Yaml yaml) {
    problems.add(
        yaml.spot(),
        "workload",
        Yaml.kind(yaml) + " stands where a workload belongs",
        "write it like {type: all-reduce, size: 64MiB}");
    return Optional.empty();
  }

  private Optional<FlowProgram> one(
      Yaml.Mapping block, Optional<Fabric> fabric, long seed, String stream) {
    Optional<Yaml> type = block.value("type");
    if (type.isEmpty()) {
      NeededKey.missing(block, "workload", "type", "one of " + String.join(", ", types()), problems)
          .ifPresent(meant -> one(meant, Optional.empty(), seed, stream));
      return Optional.empty();
    }
    String name = type.get() instanceof Yaml.Scalar scalar ? scalar.text() : "";
    if (FlowListReader.TYPE.equals(name)) {
      return new FlowListReader(problems).read(block, fabric);
    }
    Optional<Workload> workload = Workloads.named(name);
    if (workload.isEmpty()) {
      problems.add(
          type.get().spot(),
          "workload.type",
          Yaml.kind(type.get()) + " is not a workload" + Spelling.hint(name, types()),
          "one of " + String.join(", ", types()));
      // what else is wrong is told by the one that was probably meant
      Spelling.nearest(name, types())
          .flatMap(Workloads::named)
          .ifPresent(meant -> generated(meant, block, Optional.empty(), seed, stream));
      return Optional.empty();
    }
    return generated(workload.get(), block, fabric, seed, stream);
  }

  private Optional<FlowProgram> generated(
      Workload workload, Yaml.Mapping block, Optional<Fabric> fabric, long seed, String stream) {
    int before = problems.count();
    Section section = new Section(problems, workload.parameters(), foreign(workload));
    section.read(withoutFile(block, workload), "workload", Set.of("type"));
    if (fabric.isEmpty() || problems.count() > before) {
      return Optional.empty();
    }
    Site site = Site.of(fabric.get(), seed, stream);
    Settings settings = section.settings();
    try {
      return section.report(workload.check().apply(settings, site))
          ? Optional.of(workload.build().apply(settings, site))
          : Optional.empty();
    } catch (ArithmeticException e) { // so much to send that its pieces cannot be counted
      section.report(List.of(tooMuch(workload)));
      return Optional.empty();
    }
  }

  private static Complaint tooMuch(Workload workload) {
    boolean hasSize = workload.parameters().stream().anyMatch(knob -> knob.name().equals(SIZE));
    return new Complaint(
        hasSize ? SIZE : "workload", "that makes more messages than can be numbered", "less data");
  }

  /** The block with what stands in the files that it names in the place of their names. */
  private Yaml.Mapping withoutFile(Yaml.Mapping block, Workload workload) {
    Yaml.Mapping sized = withoutFile(block, workload, Workloads.sizes(), this::points);
    return withoutFile(sized, workload, Workloads.trace(), this::requests);
  }

  /** What stands in a file, as a scenario would have it; empty if that is wrong, and told so. */
  private interface Content {
    Optional<String> read(String name, String content, Spot named);
  }

  private Yaml.Mapping withoutFile(
      Yaml.Mapping block, Workload workload, Knob<?> knob, Content content) {
    Optional<Yaml.Entry> entry = block.get(Keys.last(knob));
    if (!workload.parameters().contains(knob)
        || entry.isEmpty()
        || !(entry.get().value() instanceof Yaml.Scalar scalar)
        || !scalar.text().startsWith("file:")) {
      return block;
    }
    String name = scalar.text().substring("file:".length()).strip();
    List<Yaml.Entry> entries = new ArrayList<>(block.entries());
    entries.remove(entry.get());
    Optional<String> found = files.text(name);
    if (found.isEmpty()) {
      problems.add(
          scalar.spot(),
          knob.name(),
          "there is no file '" + name + "'",
          "the name is relative to the scenario's file");
    }
    found
        .flatMap(text -> content.read(name, text, scalar.spot()))
        .ifPresent(text ->
            entries.add(
                new Yaml.Entry(
                    Keys.last(knob),
                    entry.get().spot(),
                    new Yaml.Scalar(text, true, scalar.spot()))));
    return new Yaml.Mapping(entries, block.spot());
  }

  private Optional<String> points(String name, String content, Spot named) {
    try {
      return Optional.of(SizeDistribution.ofFile(name, content).text());
    } catch (UnitException e) {
      problems.add(named, Workloads.sizes().name(), e.getMessage(), "");
      return Optional.empty();
    }
  }

  private Optional<String> requests(String name, String content, Spot named) {
    try {
      return Optional.of(TraceFile.read(content).text());
    } catch (TraceFile.BadPlace e) {
      problems.add(
          new Spot(name, e.line(), e.column()),
          Workloads.trace().name(),
          String.valueOf(e.getMessage()),
          e.right());
      return Optional.empty();
    }
  }

  private static Map<String, String> foreign(Workload workload) {
    String taken =
        workload.parameters().stream()
            .map(own -> own.name().substring("workload.".length()))
            .collect(Collectors.joining(", "));
    Map<String, String> foreign = new HashMap<>();
    for (Workload other : Workloads.all()) {
      String where =
          "it belongs to type: " + other.name() + "; " + workload.name() + " takes " + taken;
      other.parameters().forEach(knob -> foreign.put(knob.name(), where));
    }
    return foreign;
  }
}
