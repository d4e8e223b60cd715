package dev.headroom.model.scenario;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reader of the {@code preset} of a scenario or section: the name of a built-in preset, or {@code
 * file:NAME} for a user's file.
 */
final class PresetReader {
  private final YamlProblems problems;
  private final ScenarioReader.Files files;

  /** The user's own that were read, by their files: many parts of a workload may name one. */
  private final Map<String, Optional<Presets.Preset>> own = new HashMap<>();

  PresetReader(YamlProblems problems, ScenarioReader.Files files) {
    this.problems = problems;
    this.files = files;
  }

  /**
   * The values of the preset that a block names, those of its section alone.
   *
   * @param section blank for a whole scenario
   */
  Optional<Settings> read(YamlNode.Mapping block, String section) {
    return block.get("preset").flatMap(entry -> read(entry, section));
  }

  private Optional<Settings> read(YamlNode.Entry entry, String section) {
    String name = entry.value() instanceof YamlNode.Scalar scalar ? scalar.text() : "";
    if (name.startsWith(Presets.FILE)) {
      return ofFile(Presets.fileOf(name), entry.value().spot(), section)
          .map(preset -> preset.settings(section));
    }
    Optional<Settings> found =
        Presets.named(name)
            .map(preset -> preset.settings(section))
            .filter(settings -> !settings.asMap().isEmpty());
    if (found.isEmpty()) {
      problems.add(
          entry.value().spot(),
          key(section),
          YamlNode.kind(entry.value()) + " is not a preset" + hint(name, known(section)),
          known(section).isEmpty() ? "" : "the presets are " + String.join(", ", known(section)));
    }
    return found;
  }

  private static String key(String section) {
    return section.isEmpty() ? "preset" : section + ".preset";
  }

  private static List<String> known(String section) {
    Set<String> names = new LinkedHashSet<>(of(section));
    if ("congestion".equals(section)) {
      names.addAll(CongestionKnobs.ALGORITHM.type().words());
    }
    return List.copyOf(names);
  }

  private static String hint(String name, List<String> known) {
    return name.endsWith(".yaml") || name.endsWith(".yml")
        ? "; for your own file write " + Presets.FILE + name
        : SpellingSuggestion.hint(name, known);
  }

  /**
   * A user's own.
   *
   * @param named where its file is named
   * @param section that it must set something in; blank for any
   */
  Optional<Presets.Preset> ofFile(String file, FilePosition named, String section) {
    Optional<Presets.Preset> preset =
        own.computeIfAbsent(file, _ -> content(file, named, key(section)));
    if (preset.isEmpty() || !preset.get().settings(section).equals(Settings.DEFAULTS)) {
      return preset;
    }
    problems.add(
        named,
        key(section),
        "'%s' sets no value in %s".formatted(preset.get().name(), section),
        "it sets " + String.join(", ", sections(preset.get())));
    return Optional.empty();
  }

  private Optional<Presets.Preset> content(String file, FilePosition named, String key) {
    Optional<String> text = files.text(file);
    if (text.isEmpty()) {
      problems.add(
          named,
          key,
          "there is no file '" + file + "'",
          "the name is relative to the scenario's file, or else to the current folder");
    }
    return text.flatMap(it -> PresetFile.read(Presets.FILE + file, it, file, problems));
  }

  private static Set<String> sections(Presets.Preset preset) {
    return Knobs.all().stream()
        .filter(preset.settings()::isSet)
        .map(Knob::section)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The names of those of ours that set anything in a section. */
  static List<String> of(String section) {
    return Presets.all().stream()
        .filter(preset -> !preset.settings(section).asMap().isEmpty())
        .map(Presets.Preset::name)
        .toList();
  }
}
