package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.Spelling;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.model.workload.Site;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the {@code workload} block. */
final class WorkloadReader {
  private final Problems problems;
  private final ScenarioReader.Files files;

  WorkloadReader(Problems problems, ScenarioReader.Files files) {
    this.problems = problems;
    this.files = files;
  }

  static List<String> types() {
    return new ArrayList<>(Workloads.all().stream().map(Workload::name).toList());
  }

  /** The flows; without a fabric only the keys are checked. */
  Optional<FlowProgram> read(Yaml.Mapping root, Optional<Fabric> fabric, long seed) {
    Optional<Yaml.Entry> entry = root.get("workload");
    if (entry.isEmpty()) {
      return Optional.empty(); // reported already
    }
    if (!(entry.get().value() instanceof Yaml.Mapping block)) {
      problems.add(
          entry.get().value().spot(),
          "workload",
          Yaml.kind(entry.get().value()) + " stands where a block of keys belongs",
          "write it like workload: {type: all-reduce, size: 64MiB}");
      return Optional.empty();
    }
    return one(block, fabric, seed, "workload");
  }

  private Optional<FlowProgram> one(
      Yaml.Mapping block, Optional<Fabric> fabric, long seed, String stream) {
    Optional<Yaml> type = block.get("type").map(Yaml.Entry::value);
    if (type.isEmpty()) {
      problems.add(
          block.spot(), "workload.type", "it is missing", "one of " + String.join(", ", types()));
      return Optional.empty();
    }
    String name = type.get() instanceof Yaml.Scalar scalar ? scalar.text() : "";
    Optional<Workload> workload = Workloads.named(name);
    if (workload.isEmpty()) {
      problems.add(
          type.get().spot(),
          "workload.type",
          Yaml.kind(type.get()) + " is not a workload" + Spelling.hint(name, types()),
          "one of " + String.join(", ", types()));
      return Optional.empty();
    }
    int before = problems.count();
    Section section = new Section(problems, workload.get().parameters(), foreign(workload.get()));
    section.read(block, "workload", Set.of("type"));
    if (fabric.isEmpty() || problems.count() > before) {
      return Optional.empty();
    }
    Site site = Site.of(fabric.get(), seed, stream);
    Settings settings = section.settings();
    return section.report(workload.get().check().apply(settings, site))
        ? Optional.of(workload.get().build().apply(settings, site))
        : Optional.empty();
  }

  private static Map<String, String> foreign(Workload workload) {
    Map<String, String> foreign = new HashMap<>();
    for (Workload other : Workloads.all()) {
      for (Knob<?> knob : other.parameters()) {
        foreign.put(
            knob.name(),
            "it belongs to type: %s; %s takes %s"
                .formatted(
                    other.name(),
                    workload.name(),
                    workload.parameters().stream()
                        .map(own -> own.name().substring("workload.".length()))
                        .collect(Collectors.joining(", "))));
      }
    }
    return foreign;
  }
}
