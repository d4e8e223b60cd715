package dev.headroom.model.scenario;

import dev.headroom.model.choice.TcpStack;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.check.CrossChecks;
import dev.headroom.model.scenario.check.PartChecks;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reader of the settings of single entries in a workload list: {@code transport} and {@code
 * congestion}, in a scenario's notation.
 */
final class PartReader {
  static final List<String> SECTIONS = List.of("transport", "congestion");

  private final YamlProblems problems;
  private final PresetReader presets;
  private final Settings everywhere;
  private final Set<Rate> ports;

  /**
   * @param everywhere what is set for all parts
   * @param ports rates of the fabric's links
   */
  PartReader(YamlProblems problems, PresetReader presets, Settings everywhere, Set<Rate> ports) {
    this.problems = problems;
    this.presets = presets;
    this.everywhere = everywhere;
    this.ports = ports;
  }

  /** An entry without what it sets for itself. */
  static YamlNode.Mapping without(YamlNode.Mapping block) {
    return new YamlNode.Mapping(
        block.entries().stream().filter(entry -> !SECTIONS.contains(entry.key())).toList(),
        block.spot());
  }

  /** What each entry sets for itself; empty where none sets anything. */
  List<Settings> read(YamlNode.Mapping root) {
    if (!(root.value("workload").orElse(null) instanceof YamlNode.Sequence list)) {
      return List.of();
    }
    List<Settings> parts = new ArrayList<>();
    for (YamlNode item : list.items()) {
      parts.add(item instanceof YamlNode.Mapping block ? part(block) : Settings.DEFAULTS);
    }
    if (parts.stream().allMatch(Settings.DEFAULTS::equals)) {
      return List.of();
    }
    if (inKernels(parts) > 1) {
      problems.add(
          list.spot(),
          "workload",
          "workload entries with different settings for TCP in the kernel would each use all cores",
          "the same settings for all of them, or hosts.cpu.stack free");
    }
    return parts;
  }

  /** Transports that run on the cores of hosts. */
  private long inKernels(List<Settings> parts) {
    return parts.stream()
        .map(own -> Scenario.ofPart(everywhere, own))
        .filter(part -> part.get(TransportKnobs.TRANSPORT).isInKernel())
        .filter(part -> part.get(CpuKnobs.STACK) == TcpStack.KERNEL)
        .distinct()
        .count();
  }

  private Settings part(YamlNode.Mapping block) {
    KnobSection section = new KnobSection(problems, Knobs.ofParts(), ofSwitches());
    Settings preset = Settings.DEFAULTS;
    for (String name : SECTIONS) {
      Optional<YamlNode.Mapping> inner = block.get(name).flatMap(this::inner);
      if (inner.isPresent()) {
        preset =
            preset.with(
                presets.read(inner.get(), name).orElse(Settings.DEFAULTS).only(Knobs.ofParts()));
        section.read(inner.get(), name, Set.of("preset"));
      }
    }
    Settings said = preset.with(section.settings());
    Settings own = transportSettings(said).with(said);
    if (!own.equals(Settings.DEFAULTS)) {
      section.report(complaints(Scenario.ofPart(everywhere, own)));
    }
    return own;
  }

  /** What is wrong with a part, but for what is wrong with the scenario already. */
  private List<KnobConflict> complaints(Settings part) {
    List<KnobConflict> complaints = new ArrayList<>(PartChecks.links(everywhere, part));
    if (complaints.isEmpty()) {
      complaints.addAll(CrossChecks.of(part, ports));
      complaints.removeAll(CrossChecks.of(everywhere, ports));
      complaints.addAll(PartChecks.hosts(everywhere, part));
    }
    return complaints;
  }

  private Optional<YamlNode.Mapping> inner(YamlNode.Entry entry) {
    YamlNode.Entry spelled = DocumentEdits.spelledOut(entry);
    if (spelled.value() instanceof YamlNode.Mapping mapping) {
      return Optional.of(mapping);
    }
    problems.add(
        entry.value().spot(),
        "workload." + entry.key(),
        YamlNode.kind(entry.value()) + " instead of a block of keys",
        "write it like {%s: %s}".formatted(entry.key(), example(entry.key())));
    return Optional.empty();
  }

  private static String example(String section) {
    return "transport".equals(section) ? "tcp" : "dcqcn";
  }

  /** What the transport that a part names brings for its ends. */
  private Settings transportSettings(Settings said) {
    if (!said.isSet(TransportKnobs.TRANSPORT)) {
      return Settings.DEFAULTS;
    }
    List<Knob<?>> knobs = new ArrayList<>(Knobs.ofParts());
    if (!everywhere.isSet(CpuKnobs.STACK)) {
      knobs.add(CpuKnobs.STACK);
    }
    return Presets.named(said.get(TransportKnobs.TRANSPORT).word())
        .map(preset -> preset.settings().only(knobs))
        .orElse(Settings.DEFAULTS);
  }

  /** What is the same for all that switches carry, by key. */
  private static Map<String, String> ofSwitches() {
    Map<String, String> foreign = new HashMap<>();
    List<Knob<?>> own = Knobs.ofParts();
    for (Knob<?> knob : Knobs.all()) {
      if (SECTIONS.contains(knob.section()) && !own.contains(knob)) {
        foreign.put(
            knob.name(),
            "it applies to all traffic of a switch: set it under "
                + knob.section()
                + " of the scenario");
      }
    }
    return foreign;
  }
}
