package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.workload.Workloads;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** Suggestions for a key in the place of a section. */
final class UnknownSection {
  private UnknownSection() {}

  /**
   * What would be right.
   *
   * @param known what may stand there
   * @param sections those of them that a person may not know
   */
  static String right(String key, Collection<String> known, Collection<String> sections) {
    if (Knobs.named(key).isPresent()) {
      return "write it as a block: " + key.replace(".", ": {") + ": ...}";
    }
    return outdented(key)
        .map(section -> "it belongs to " + section + ":, indented below it")
        .or(() ->
            SpellingSuggestion.nearest(key, known).map(name -> "did you mean '" + name + "'?"))
        .or(() -> knob(key))
        .orElseGet(() -> "the sections are " + String.join(", ", sections));
  }

  /** The whole key that its end stands for, where a line of its own is no place to indent. */
  static Optional<String> meant(String key) {
    return outdented(key)
        .map(section -> section + "." + key)
        .or(() -> names().filter(name -> name.endsWith("." + key)).findFirst())
        .map(name -> "did you mean " + name + "?");
  }

  private static Stream<String> names() {
    return Knobs.all().stream().map(Knob::name);
  }

  /** The section of a fabric's or a workload's key. */
  private static Optional<String> outdented(String key) {
    Stream<Knob<?>> parameters =
        Stream.concat(
            Topologies.all().stream().flatMap(topology -> FabricReader.knobs(topology).stream()),
            Workloads.all().stream().flatMap(workload -> workload.parameters().stream()));
    return Stream.concat(readOtherwise(), parameters.map(Knob::name))
        .map(name -> name.split("\\."))
        .filter(parts -> parts.length > 1 && parts[1].equals(key))
        .map(parts -> parts[0])
        .findFirst();
  }

  private static Optional<String> knob(String key) {
    return names()
        .filter(knob -> knob.endsWith("." + key))
        .findFirst()
        .map(knob -> "it belongs to " + knob.substring(0, knob.lastIndexOf('.')) + ":");
  }

  /** Those that no list of parameters has. */
  private static Stream<String> readOtherwise() {
    return Stream.of(
        "fabric.topology",
        "fabric.nodes",
        "fabric.switches",
        "fabric.failures",
        "fabric." + WearReader.KEY,
        "workload.type",
        "workload.flows");
  }
}
