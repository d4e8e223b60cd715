package dev.headroom.model.scenario;

import dev.headroom.model.fabric.ConnectedComponents;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.EventCount;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.inference.RequestTraceFile;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.workload.FlowList;
import dev.headroom.model.workload.SizeDistribution;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.WorkloadSite;
import dev.headroom.model.workload.Workloads;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
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

  private final YamlProblems problems;
  private final ScenarioReader.Files files;

  WorkloadReader(YamlProblems problems, ScenarioReader.Files files) {
    this.problems = problems;
    this.files = files;
  }

  static List<String> types() {
    List<String> names = new ArrayList<>(Workloads.all().stream().map(Workload::name).toList());
    names.add(FlowListReader.TYPE);
    return names;
  }

  /** The flows; without a fabric only the keys are checked. */
  Optional<FlowProgram> read(YamlNode.Mapping root, Optional<Fabric> fabric, long seed) {
    Optional<YamlNode.Entry> entry = root.get("workload");
    if (entry.isEmpty()) {
      return Optional.empty(); // reported already
    }
    Optional<FlowProgram> flows =
        switch (entry.get().value()) {
          case YamlNode.Mapping block -> one(block, fabric, seed, "workload");
          case YamlNode.Sequence list -> several(list, fabric, seed);
          case YamlNode.Scalar scalar -> notAWorkload(scalar);
        };
    fabric.ifPresent(
        on -> flows.ifPresent(program -> checkConnectivity(program, on, entry.get().spot())));
    return flows;
  }

  /** A fabric may have planes that nothing joins; a flow stays on one. */
  private void checkConnectivity(FlowProgram flows, Fabric fabric, FilePosition spot) {
    ConnectedComponents connectedComponents = new ConnectedComponents(fabric);
    if (connectedComponents.count() == 1) {
      return;
    }
    List<Node> hosts = fabric.hosts();
    for (int flow = 0; flow < flows.flows(); flow++) {
      Node from = hosts.get(flows.source(flow));
      Node to = hosts.get(flows.destination(flow));
      if (connectedComponents.of(from) != connectedComponents.of(to)) {
        problems.add(
            spot,
            "workload",
            "%s sends to %s, which is on another plane: no links connect them"
                .formatted(from.name(), to.name()),
            "hosts of one plane, such as hosts: host-*-rail-0, or a collective, which "
                + "crosses rails within servers");
        return;
      }
    }
  }

  /** The line that says what the flows are: as given for a list, else the program's own. */
  static String description(YamlNode.Mapping root, FlowProgram flows) {
    if (flows instanceof FlowList
        && root.value("workload").orElse(null) instanceof YamlNode.Mapping block
        && block.value("description").orElse(null) instanceof YamlNode.Scalar text
        && !text.isMissing()) {
      return text.text();
    }
    return flows.description();
  }

  private Optional<FlowProgram> several(
      YamlNode.Sequence list, Optional<Fabric> fabric, long seed) {
    if (list.items().isEmpty()) {
      return notAWorkload(list);
    }
    List<FlowProgram> parts = new ArrayList<>();
    for (YamlNode item : list.items()) {
      // The first draws as if it were alone, so that adding another leaves it as it was.
      String stream = parts.isEmpty() ? "workload" : "workload-" + parts.size();
      Optional<FlowProgram> part =
          item instanceof YamlNode.Mapping block
              ? one(PartReader.without(block), fabric, seed, stream)
              : notAWorkload(item);
      part.ifPresent(parts::add);
    }
    if (parts.size() < list.items().size()) {
      return Optional.empty();
    }
    if (parts.stream().mapToLong(FlowProgram::flows).sum() > Integer.MAX_VALUE) {
      problems.add(
          list.spot(), "workload", "together this makes more than 2^31 - 1 flows", "fewer");
      return Optional.empty();
    }
    CombinedFlowProgram all = new CombinedFlowProgram(parts);
    if (!all.schedules().isEmpty() && EventCount.of(all) > EventCount.MOST) {
      problems.add(
          list.spot(),
          "workload",
          "together this makes %.0f messages and lines".formatted(EventCount.of(all)),
          "at most " + EventCount.MOST);
      return Optional.empty();
    }
    return Optional.of(all);
  }

  private Optional<FlowProgram> notAWorkload(YamlNode yaml) {
    problems.add(
        yaml.spot(),
        "workload",
        YamlNode.kind(yaml) + " instead of a workload",
        "write it like {type: all-reduce, size: 64MiB}");
    return Optional.empty();
  }

  private Optional<FlowProgram> one(
      YamlNode.Mapping block, Optional<Fabric> fabric, long seed, String stream) {
    Optional<YamlNode> type = block.value("type");
    if (type.isEmpty()) {
      MissingKey.missing(
              block, "workload", "type", "one of " + String.join(", ", types()), problems)
          .ifPresent(meant -> one(meant, Optional.empty(), seed, stream));
      return Optional.empty();
    }
    String name = type.get() instanceof YamlNode.Scalar scalar ? scalar.text() : "";
    if (FlowListReader.TYPE.equals(name)) {
      return new FlowListReader(problems).read(block, fabric);
    }
    Optional<Workload> workload = Workloads.named(name);
    if (workload.isEmpty()) {
      problems.add(
          type.get().spot(),
          "workload.type",
          YamlNode.kind(type.get()) + " is not a workload" + SpellingSuggestion.hint(name, types()),
          "one of " + String.join(", ", types()));
      // what else is wrong is told by the one that was probably meant
      SpellingSuggestion.nearest(name, types())
          .flatMap(Workloads::named)
          .ifPresent(meant -> generated(meant, block, Optional.empty(), seed, stream));
      return Optional.empty();
    }
    return generated(workload.get(), block, fabric, seed, stream);
  }

  private Optional<FlowProgram> generated(
      Workload workload,
      YamlNode.Mapping block,
      Optional<Fabric> fabric,
      long seed,
      String stream) {
    int before = problems.count();
    KnobSection section = new KnobSection(problems, workload.parameters(), foreign(workload));
    section.read(withoutFile(block, workload), "workload", Set.of("type"));
    if (fabric.isEmpty() || problems.count() > before) {
      return Optional.empty();
    }
    WorkloadSite site = WorkloadSite.of(fabric.get(), seed, stream);
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

  private static KnobConflict tooMuch(Workload workload) {
    boolean hasSize = workload.parameters().stream().anyMatch(knob -> knob.name().equals(SIZE));
    return new KnobConflict(
        hasSize ? SIZE : "workload", "this makes more messages than can be numbered", "less data");
  }

  /** The block with what stands in the files that it names in the place of their names. */
  private YamlNode.Mapping withoutFile(YamlNode.Mapping block, Workload workload) {
    YamlNode.Mapping sized = withoutFile(block, workload, Workloads.sizes(), this::points);
    return withoutFile(sized, workload, Workloads.trace(), this::requests);
  }

  /** What stands in a file, as a scenario would have it; empty if that is wrong, and told so. */
  private interface Content {
    Optional<String> read(String name, String content, FilePosition named);
  }

  private YamlNode.Mapping withoutFile(
      YamlNode.Mapping block, Workload workload, Knob<?> knob, Content content) {
    Optional<YamlNode.Entry> entry = block.get(KnobKeys.last(knob));
    if (!workload.parameters().contains(knob)
        || entry.isEmpty()
        || !(entry.get().value() instanceof YamlNode.Scalar scalar)
        || !scalar.text().startsWith("file:")) {
      return block;
    }
    String name = scalar.text().substring("file:".length()).strip();
    List<YamlNode.Entry> entries = new ArrayList<>(block.entries());
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
                new YamlNode.Entry(
                    KnobKeys.last(knob),
                    entry.get().spot(),
                    new YamlNode.Scalar(text, true, scalar.spot()))));
    return new YamlNode.Mapping(entries, block.spot());
  }

  private Optional<String> points(String name, String content, FilePosition named) {
    try {
      return Optional.of(SizeDistribution.ofFile(name, content).text());
    } catch (UnitException e) {
      problems.add(named, Workloads.sizes().name(), e.getMessage(), "");
      return Optional.empty();
    }
  }

  private Optional<String> requests(String name, String content, FilePosition named) {
    try {
      return Optional.of(RequestTraceFile.read(content).text());
    } catch (RequestTraceFile.BadPlace e) {
      problems.add(
          new FilePosition(name, e.line(), e.column()),
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
          "it belongs to type: " + other.name() + "; " + workload.name() + " has " + taken;
      other.parameters().forEach(knob -> foreign.put(knob.name(), where));
    }
    return foreign;
  }
}
